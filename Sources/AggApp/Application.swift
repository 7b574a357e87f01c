import AggCommands
import AggConfiguration
import AggFiles
import AggHTTP
import AggShell
public import AggSource
import AggStorage
import AggStore
import Foundation

/// The composition root: parses the command line, reads the configuration, builds everything once, and runs a session,
/// a script, or a command.
public struct Application: Sendable {
    private let sources: [any DataSource.Type]

    /// Creates the program with the kinds of sources it supports.
    public init(sources: [any DataSource.Type] = Application.builtInSources) {
        self.sources = sources
    }

    /// The built-in kinds of sources.
    public static var builtInSources: [any DataSource.Type] { AggApp.builtInSources }

    /// Runs the program with the process's arguments and environment, and exits with its status.
    public func main() -> Never {
        MainThread.run { await runAndExit() }
    }

    private func runAndExit() async -> Never {
        ClosedDescriptors.open()
        let environment = ProcessEnvironment.variables
        let streams = StandardStreams(isPlain: isTerminal(2) && TerminalLocale.isPlain(environment))
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        guard !Self.hasBadBytes else {
            let error = CommandError.usage("a command-line argument is not valid UTF-8")
            let presentation = Self.errorPresentation(ProgramOptions.color(in: arguments), environment)
            streams.writeError(Renderer.render(error, asJSON: Self.wantsJSON(arguments), presentation))
            exit(error.status.rawValue)
        }
        let status = await run(arguments, environment, streams)
        exit(Self.ended(status, arguments, streams).rawValue)
    }

    /// The final status: it is a failure if output could not be written (a full disk), but not if the reader has gone
    /// away (`agg … | head`).
    private static func ended(
        _ status: ExitStatus, _ arguments: [String], _ streams: StandardStreams
    ) -> ExitStatus {
        guard case .failed(let number) = streams.flush() else { return status }
        let message = "cannot write to standard output: \(SystemError(number: number).reason)"
        let error = CommandError(code: "not_written", message: message)
        streams.writeError(Renderer.render(error, asJSON: wantsJSON(arguments)))
        return status == .done ? .failed : status
    }

    /// Whether an argument of the process is not valid text, which Foundation would silently repair.
    private static var hasBadBytes: Bool {
        (0..<Int(Swift.CommandLine.argc)).contains { place in
            Swift.CommandLine.unsafeArgv[place].map { String(validatingCString: $0) == nil } ?? false
        }
    }

    private static func wantsJSON(_ arguments: [String]) -> Bool {
        Arguments.format(in: arguments.map { Word($0) })?.isJSON == true
    }

    /// How errors are shown before the settings are read, according to the option and the environment.
    static func errorPresentation(_ color: Settings.ColorUse?, _ environment: [String: String]) -> Presentation {
        var settings = Settings()
        settings.theme = TerminalEnvironment.theme(of: environment) ?? settings.theme
        settings.color = color ?? settings.color
        return TerminalEnvironment(environment: environment).errorPresentation(settings)
    }

    func run(
        _ arguments: [String], _ environment: [String: String], _ streams: StandardStreams
    ) async -> ExitStatus {
        do {
            if arguments.first == ShellCompletion.option {
                let completion = ShellCompletion(sources: sources, environment: environment)
                streams.write(try await completion.answer(Array(arguments.dropFirst())))
                return .done
            }
            let options = try ProgramOptions(arguments)
            if options.showsHelp {
                streams.write(ProgramDeclaration.agg.help)
                return .done
            }
            if let name = options.generated {
                streams.write(try GeneratedPages(kinds: sources, environment: environment).text(name))
                return .done
            }
            if options.showsVersion {
                streams.write("agg \(Version.full)\n")
                return .done
            }
            return try await Assembly(options: options, environment: environment, sources: sources, streams: streams)
                .run()
        } catch {
            let asJSON = Self.wantsJSON(arguments)
            let presentation = Self.errorPresentation(ProgramOptions.color(in: arguments), environment)
            if let faults = error as? ConfigurationFaults {
                streams.writeError(Renderer.render(faults, asJSON: asJSON, presentation))
                return .usage
            }
            let error = CommandError(error)
            streams.writeError(Renderer.render(error, asJSON: asJSON, presentation))
            return error.status
        }
    }
}
