import AggCommands
import AggSource

extension MCPServer {
    private static let instructions = """
        agg searches a local mirror of public data. Call the “sources” tool first. Every result reports how old its \
        rows are (age_s), whether they are stale, and why (reason); pass this on to the user. To show a whole record, \
        pass its address to the “show” tool.
        """

    /// How long a client may cache the description of the server and its tools, in seconds.
    private static let kept: Int64 = 3_600

    /// Responds to a request: immediately or, if it calls a tool, when the tool has finished.
    ///
    /// `send` is for notifications; `reply` receives the response, or nil if the client canceled the request.
    func answer(
        _ request: Message.Request, _ send: @escaping @Sendable (String) -> Void,
        _ reply: @escaping @Sendable (String?) -> Void
    ) {
        do throws(ProtocolError) {
            let generation = try Generation(of: request)
            guard request.method == "tools/call" else {
                return reply(response(to: request, try result(of: request, generation)))
            }
            let (tool, arguments) = try tool(of: request)
            let call: RunningCalls.Body = {
                let answer = await answer(of: tool, arguments, request, send)
                // The client doesn't expect a response to a request it canceled.
                if Task.isCancelled { return nil }
                return response(to: request, generation.complete(answer.result, server: identity))
            }
            let isNew = calls.start(request.id, call, reply: reply)
            if !isNew { throw ProtocolError(.invalidRequest, "a request with this id is already running") }
        } catch {
            reply(error.response(to: request.id))
        }
    }

    private func result(of request: Message.Request, _ generation: Generation) throws(ProtocolError) -> JSONObject {
        switch request.method {
        case "initialize":
            guard let version = request.parameters["protocolVersion"]?.stringValue else {
                throw ProtocolError(.invalidParameters, "missing protocolVersion")
            }
            let negotiated = Generation.negotiated(version)
            agreed.set(negotiated)
            return [
                "protocolVersion": .string(negotiated), "capabilities": ["tools": [:]],
                "serverInfo": identity, "instructions": .string(Self.instructions),
            ]
        case "server/discover":
            return generation.complete(
                [
                    "supportedVersions": .array(Generation.perRequestVersions.map(JSONValue.string)),
                    "capabilities": ["tools": [:]], "instructions": .string(Self.instructions),
                ], cachedFor: Self.kept, server: identity)
        case "ping": return generation.complete([:], server: identity)
        case "tools/list":
            guard request.parameters.given("cursor") == nil else {
                throw ProtocolError(.invalidParameters, "unknown cursor; all tools are in the first response")
            }
            return generation.complete(
                ["tools": .array(tools.map(\.definition))], cachedFor: Self.kept, server: identity)
        default: throw ProtocolError(.methodNotFound, "Method not found: \(request.method)")
        }
    }

    private func tool(of request: Message.Request) throws(ProtocolError) -> (MCPTool, JSONObject) {
        guard let name = request.parameters["name"]?.stringValue else {
            throw ProtocolError(.invalidParameters, "missing tool name")
        }
        guard let tool = tools.first(where: { $0.name == name }) else {
            throw ProtocolError(.invalidParameters, "Unknown tool: \(name)")
        }
        let arguments = request.parameters.given("arguments") ?? [:]
        guard let arguments = arguments.objectValue else {
            throw ProtocolError(.invalidParameters, "arguments: expected an object, found \(arguments.kind)")
        }
        return (tool, arguments)
    }

    private func answer(
        of tool: MCPTool, _ arguments: JSONObject, _ request: Message.Request,
        _ send: @escaping @Sendable (String) -> Void
    ) async -> ToolAnswer {
        var context = context
        context.session = Session(settings: context.session.settings)
        let progress = ProgressReport(for: request, send: send)
        context.progress = { progress?.show($0) }
        do throws(CommandError) {
            let words = try tool.command(arguments)
            let output = try await CommandRunner(context: context, policy: policy).run(words)
            // Writing many rows takes time.
            if Task.isCancelled { throw .interrupted }
            return output.refusal.map { ToolAnswer($0) } ?? ToolAnswer(output)
        } catch {
            return ToolAnswer(error)
        }
    }

    private func response(to request: Message.Request, _ result: JSONObject) -> String {
        let response: JSONValue = ["jsonrpc": "2.0", "id": request.id, "result": .object(result)]
        return response.text
    }
}
