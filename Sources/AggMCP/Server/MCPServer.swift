package import AggCommands
import AggSource

/// Serves a client of the Model Context Protocol, with one JSON-RPC message per line, in either generation of the protocol.
///
/// It runs the same commands as the prompt. Calls run concurrently, up to a limit, each in its own session.
package struct MCPServer: Sendable {
    /// Where messages come from and go to.
    package struct Channel: Sendable {
        /// A line, or the end of input.
        package enum Input: Sendable {
            case line(String)
            /// Input that isn't valid text, with the reason.
            case unreadable(String)
            case end
        }

        let receive: @Sendable () async -> Input
        let send: @Sendable (String) -> Bool

        /// Creates a channel; `send` writes a line and returns false if nobody reads it.
        package init(
            receive: @escaping @Sendable () async -> Input, send: @escaping @Sendable (_ line: String) -> Bool
        ) {
            self.receive = receive
            self.send = send
        }
    }

    let context: CommandContext
    let policy: CommandRunner.Policy
    let tools: [MCPTool]
    let identity: JSONValue
    let calls = RunningCalls()
    let agreed = AgreedVersion()
    private let channel: Channel

    /// Creates a server that runs the commands of a context.
    package init(
        context: CommandContext, policy: CommandRunner.Policy = CommandRunner.Policy(), version: String,
        allowsRefresh: Bool, channel: Channel
    ) {
        var context = context
        context.isOneShot = true
        context.isServed = true
        context.isQuiet = true
        context.isOffline = context.isOffline || !allowsRefresh
        context.prompter = nil
        self.context = context
        self.policy = policy
        self.channel = channel
        tools = MCPTool.reading + (allowsRefresh ? [.refresh] : [])
        identity = ["name": "agg", "title": "agg", "version": .string(version)]
    }

    /// Answers the first request of a client with the reason why nothing can be served.
    package static func refuse(_ reason: String, on channel: Channel) async {
        while case .line(let line) = await channel.receive() {
            guard case .request(let request) = Message(line: line) else { continue }
            _ = channel.send(ProtocolError(.internalError, reason).response(to: request.id))
            return
        }
    }

    /// Runs until the end of input and of all calls, until nobody reads the responses, or until the task is canceled.
    package func run() async {
        let (lines, outbox) = AsyncStream.makeStream(of: String.self)
        await withTaskCancellationHandler {
            await withTaskGroup(of: Void.self) { group in
                // On other threads than the loop below, which may block its own until the client reads.
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    await read { line in
                        calls.noteUnsent()
                        outbox.yield(line)
                    }
                    await calls.finish()
                    outbox.finish()
                }
                // Only this loop writes, and canceling a call doesn't cancel it, so no line is truncated.
                for await line in lines {
                    guard channel.send(line) else { break }
                    calls.noteSent()
                }
                // Either all responses were sent and nothing is left to cancel, or nobody reads them.
                calls.cancelAll()
                group.cancelAll()
            }
        } onCancel: {
            // At once, rather than by the reader, which may have to wait until the calls leave it a thread.
            calls.cancelAll()
        }
    }

    private func read(_ send: @escaping @Sendable (String) -> Void) async {
        while !Task.isCancelled {
            await calls.room()
            switch await channel.receive() {
            case .line(let line) where line.allSatisfy(\.isWhitespace): continue
            case .line(let line): take(Message(line: line), send)
            case .unreadable(let reason): send(ProtocolError(.parse, reason).response(to: .null))
            case .end: return
            }
        }
    }

    private func take(_ message: Message, _ send: @escaping @Sendable (String) -> Void) {
        if case .batch(let messages) = message {
            guard agreed.hasBatches else {
                let version = Generation.batchVersion
                return send(
                    ProtocolError(.invalidRequest, "batches work only with protocol version \(version)")
                        .response(to: .null))
            }
            let reply = BatchReply(to: messages, send: send)
            for message in messages { take(message, send) { reply.add($0) } }
        } else {
            take(message, send) { response in response.map(send) }
        }
    }

    /// Handles a message that is not a batch; `reply` receives the response, or nil if there is none to a request.
    private func take(
        _ message: Message, _ send: @escaping @Sendable (String) -> Void,
        _ reply: @escaping @Sendable (String?) -> Void
    ) {
        switch message {
        case .request(let request): answer(request, send, reply)
        case .notification("notifications/cancelled", let parameters): parameters["requestId"].map(calls.cancel)
        case .notification, .response, .batch: break
        case .invalid(let error, let id): reply(error.response(to: id))
        }
    }
}
