import AggCommands
import AggCore
import AggSource

/// The program's own options, and the command or commands that follow them.
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
    /// The level of the log; nil if none is asked for.
    let logLevel: String?
    let logFile: String?
    /// Whether neither the startup file is run nor the kept settings hold.
    let skipsStartup: Bool
    /// What is to be generated from the declarations; nil in every ordinary run.
    let generated: String?
    let showsHelp: Bool
    let showsVersion: Bool
    /// The text of `-c`, a line for each time it was given.
    let commands: String?
    /// The words of a one-shot command.
    let words: [Word]

    /// Reads the arguments of the process, without its name.
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
        if store?.isEmpty == true { throw .usage("--store needs a folder; its value is empty") }
        if commands != nil, let name = words.first?.text {
            throw .usage("give either -c or a command, not both: \(Quoted.text(name))")
        }
    }

    /// When colors are used as an option among arguments says, be the others right or wrong.
    static func color(in arguments: [String]) -> Settings.ColorUse? {
        Arguments(readable: arguments.map { Word($0) }, of: [ProgramOption.color])[ProgramOption.color]
    }
}
