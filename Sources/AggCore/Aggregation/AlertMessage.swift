import AggSource
import AggStorage
import Foundation

/// New matches on their way to the command or the webhook of a watch.
struct AlertMessage {
    /// The variable with the secret that messages to webhooks are signed with.
    static let secretVariable = "AGG_WEBHOOK_SECRET"

    /// The matches as JSON.
    let document: String
    /// The receipt to write after it was accepted.
    let receipt: String
    /// Where to write the receipt; nil for nowhere.
    let lock: (any HeldLock)?
    let services: SourceServices

    /// Sends the message.
    ///
    /// - Throws: Why it was not accepted.
    func send(to watch: Watch) async throws(SourceError) {
        if let command = watch.command { try await run(command) }
        if let webhook = watch.webhook { try await post(to: webhook) }
    }

    /// Runs the command in `$2` with the file `$1` on its standard input, and appends `$3` to the file `$4` if it
    /// succeeds.
    ///
    /// If this process is killed, the shell continues, and its note tells the next run that the command succeeded.
    private static let script = "exec <\"$1\"; ( eval \"$2\" ) || exit; echo \"$3\" >> \"$4\""

    /// Runs a shell command with the document on its standard input.
    private func run(_ command: String) async throws(SourceError) {
        var program = Program(
            "/bin/sh",
            [
                "-c", .text(Self.script), "sh", .file(Array(document.utf8)), .text(command), .text(receipt),
                .text(lock?.notes ?? "/dev/null"),
            ], environment: services.environment)
        program.runTimeout = .seconds(60)
        let end = try await services.programs.run(program) { _ throws(SourceError) in }
        try end.requireSuccess(of: program)
    }

    /// Sends the document to a URL, signed if there is a secret.
    ///
    /// A host that resolves to this machine is refused unless the URL says so explicitly.
    private func post(to webhook: String) async throws(SourceError) {
        guard let url = URL(string: webhook), let host = url.host else {
            throw .refused("the webhook is not a URL")
        }
        var request = HTTPRequest(
            url, headers: ["Content-Type": "application/json"],
            retry: RetryPolicy(statuses: [408, 429, 500, 502, 503, 504], attempts: 3))
        if let secret = services.environment[Self.secretVariable], !secret.isEmpty {
            services.learnSecret(secret)
            let code = MessageCode.hexadecimal(of: Array(document.utf8), key: Array(secret.utf8))
            request.headers["X-Agg-Signature"] = "sha256=\(code)"
        }
        request.content = document
        request.refusesLoopback = !host.isLoopbackHost
        let response = try await services.send(request)
        try response.requireSuccess(now: services.clock.now)
        lock?.note(receipt)
    }
}
