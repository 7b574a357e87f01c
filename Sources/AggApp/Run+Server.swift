import AggCommands
import AggConfiguration
import AggShell
import AggSource
import AggStore
import AggWeb

extension Run {
    /// What `serve` runs: nothing of the server is made before.
    static func server(
        _ context: CommandContext, _ options: ProgramOptions, _ stores: Stores, _ paths: Paths,
        _ streams: StandardStreams, _ log: ProgramLog?
    ) -> @Sendable (ServeRequest) async throws(CommandError) -> Void {
        { request throws(CommandError) in
            var policy = CommandRunner.Policy()
            policy.maxAge = options.maxAge
            let version = StoreVersion(folder: paths.store)
            var served = context
            served.progress = { log?.tell($0) }
            let server = try WebServer(request, context: served, policy: policy) { version.text }
            let isJSON = (request.format ?? context.session.settings.mode).isJSON
            let document: JSONValue = ["agg": 1, "command": "serve", "url": .string(server.url)]
            streams.write(isJSON ? document.text + "\n" : "agg is at \(server.url)\n")
            streams.flush()
            if !options.isQuiet, !isJSON {
                streams.writeError("Open this address once in your browser. Ctrl-C ends the server.\n")
            }
            if request.opensBrowser { try await context.openLink?(server.url) }
            await server.run()
        }
    }
}
