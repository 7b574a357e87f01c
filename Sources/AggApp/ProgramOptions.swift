import AggCommands
import AggCore
import AggSource

/// The program's own options, and the command or commands after them.
struct ProgramOptions {
    let configuration: String?
    let store: String?
    let isOffline: Bool
    let maxAge: Duration?
    let simulation: Simulation?
    let format: OutputFormat?
    let stopsAtFailure: Bool
    let isStrict: Bool
    let color: Settings.ColorUse?
    let isQuiet: Bool
    /// The level of the log; nil if none is requested.
    let logLevel: String?
    let logFile: String?
    /// Whether to ignore the startup file and the saved settings.
    let skipsStartup: Bool
    /// The name of the page to generate from the declarations; nil in ordinary runs.
    let generated: String?
    let showsHelp: Bool
    let showsVersion: Bool
    /// The text of `-c`, with one line for each time it was given.
    let commands: String?
    /// The words of a one-shot command.
    let words: [Word]

    /// Parses the arguments of the process, without its name.
    ///
    /// - Throws: A usage error.
    init(_ texts: [String]) throws(CommandError) {
        let arguments = try Arguments(texts, options: ProgramOption.all, of: .agg)
        configuration = arguments[ProgramOption.configuration]
        store = arguments[ProgramOption.store]
        isOffline = arguments[ProgramOption.offline]
        maxAge = arguments[ProgramOption.maxAge]
        simulation = arguments[ProgramOption.simulate]
        format = arguments[ProgramOption.format]
        stopsAtFailure = arguments[ProgramOption.bail]
        isStrict = arguments[ProgramOption.strict]
        color = arguments[ProgramOption.color]
        isQuiet = arguments[ProgramOption.quiet]
        logLevel = arguments[ProgramOption.logLevel] ?? (arguments[ProgramOption.verbose] ? "info" : nil)
        logFile = arguments[ProgramOption.log]
        skipsStartup = arguments[ProgramOption.noInit]
        generated = arguments[ProgramOption.generate]
        showsHelp = arguments[ProgramOption.help]
        showsVersion = arguments[ProgramOption.version]
        let lines = arguments.all(ProgramOption.commands)
        commands = lines.isEmpty ? nil : lines.joined(separator: "\n")
        words = arguments.words
        if store?.isEmpty == true { throw .usage("--store is empty; specify a folder or the URL of a server") }
        if commands != nil, let name = words.first?.text {
            throw .usage("use either -c or a command, not both: \(Quoted.text(name))")
        }
    }

    /// The program with its options for the configuration and the store, as typed in a shell.
    var program: String {
        let given = [(ProgramOption.configuration, configuration), (ProgramOption.store, store)]
        return (["agg"] + given.compactMap { option, value in value.map { "\(option.name) \(TypedLine.shell($0))" } })
            .joined(separator: " ")
    }

    /// The color option among some arguments, whether or not the others are valid.
    static func color(in arguments: [String]) -> Settings.ColorUse? {
        Arguments(readable: arguments.map { Word($0) }, of: [ProgramOption.color])[ProgramOption.color]
    }
}
