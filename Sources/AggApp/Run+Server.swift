import AggCommands
import AggShell
import AggSource
import AggWeb
import Foundation

extension Run {
    /// Returns the action of `serve`; the server is created only when it runs.
    static func server(
        _ context: CommandContext, _ options: ProgramOptions, _ stores: OpenStore, _ streams: StandardStreams,
        _ log: ProgramLog?
    ) -> @Sendable (ServeRequest) async throws(CommandError) -> Void {
        { request throws(CommandError) in
            var served = context
            served.progress = { log?.tell($0) }
            let server = try WebServer(request, context: served) {
                // If it cannot be told whether the store has changed, nothing is cached.
                await stores.version() ?? UUID().uuidString
            }
            let isJSON = (request.format ?? context.session.settings.mode).isJSON
            let document: JSONValue = ["agg": 1, "command": "serve", "url": .string(server.url)]
            streams.write(isJSON ? document.text + "\n" : "agg is running at \(server.url)\n")
            if case .failed = streams.flush() {
                throw CommandError(
                    code: "not_written", message: "the server was not started because its URL could not be printed")
            }
            let presentation = TerminalEnvironment(environment: context.environment)
                .errorPresentation(context.session.settings)
            if !options.isQuiet, !isJSON {
                let hint =
                    "Open this URL in your browser; you need to do this only once. Press Ctrl-C to stop the server."
                streams.writeError(WrappedText.of(hint, width: presentation.width) + "\n")
            }
            if request.opensBrowser {
                // Without a browser, the user can still open the URL.
                do throws(CommandError) { try await context.openLink?(server.url) } catch {
                    streams.writeError(Renderer.render(error, asJSON: isJSON, presentation))
                }
            }
            // The server answers many requests at once.
            try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(CommandError) in
                try await server.run()
            }
            // After the ^C of the terminal.
            if !options.isQuiet, !isJSON { streams.writeError("\nThe server has stopped.\n") }
        }
    }
}
