package import AggCommands
import FlyingSocks
import Glibc

/// The server for the page and the API.
package struct WebServer: Sendable {
    let listener: WebListener
    private let website: Website
    private let backend: Backend
    private let refreshes = Refreshes()
    /// The URL of the page, with the one-time token.
    package let url: String

    /// Starts listening.
    ///
    /// `version` is called for each response; its result must change whenever the store changes.
    ///
    /// - Throws: `CommandError` if the server can't listen on the address.
    package init(
        _ request: ServeRequest, context: CommandContext,
        limits: ServerLimits = ServerLimits(), version: @escaping @Sendable () async -> String
    ) throws(CommandError) {
        let listener = try Self.listener(request, limits)
        let rules = AccessRules(address: request.address, port: listener.port)
        let visitors = Visitors(token: request.token, port: listener.port)
        backend = Backend(context, version: version)
        website = Website(backend, rules: rules, visitors: visitors, refreshes: refreshes)
        self.listener = listener
        url = "\(rules.origin)/?token=\(visitors.firstToken)"
    }

    /// The default port.
    private static let usualPort: UInt16 = 7_247

    private static func listener(
        _ request: ServeRequest, _ limits: ServerLimits
    ) throws(CommandError) -> WebListener {
        guard WebListener.isAddress(request.address) else {
            throw .usage("--listen takes an IP address such as 127.0.0.1, not \(Quoted.text(request.address))")
        }
        let port = request.port.map { UInt16(clamping: $0) }
        do { return try WebListener(address: request.address, port: port ?? usualPort, limits: limits) } catch {
            if case SocketError.failed(_, EADDRINUSE, _) = error, port == nil,
                let free = try? WebListener(address: request.address, port: 0, limits: limits)
            {
                return free
            }
            var isInUse = false
            if case SocketError.failed(_, EADDRINUSE, _) = error { isInUse = true }
            throw CommandError(
                code: "not_listening",
                message: "cannot listen on \(request.address), port \(port ?? usualPort): \(reason(for: error))"
                    + (isInUse ? "; choose another port with --port" : ""))
        }
    }

    private static func reason(for error: any Error) -> String {
        if case SocketError.failed(_, _, let message) = error { message } else { "\(error)" }
    }

    /// Handles requests until the task is canceled.
    ///
    /// - Throws: `CommandError` if no more connections can be accepted.
    package func run() async throws(CommandError) {
        let failure = await withTaskGroup(of: Void.self) { group -> CommandError? in
            group.addTask { await refreshes.run(with: backend) }
            var failure: CommandError?
            do { try await listener.run { await website.answer($0) } } catch {
                failure = CommandError(
                    code: "not_listening", message: "cannot accept connections: \(Self.reason(for: error))")
            }
            group.cancelAll()
            return failure
        }
        if let failure { throw failure }
    }
}
