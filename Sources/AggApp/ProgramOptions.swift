import AggCommands
import AggCore

/// The program's own options, and the command or commands that follow them.
struct ProgramOptions {
    var configuration: String?
    var store: String?
    var isOffline = false
    var maxAge: Duration?
    var simulation: Simulation?
    var format: OutputFormat?
    var stopsAtFailure = false
    var isStrict = false
    var color = Settings.ColorUse.auto
    var isQuiet = false
    var showsHelp = false
    var showsVersion = false
    /// The text of `-c`.
    var commands: String?
    /// The words of a one-shot command.
    var words: [Word] = []

    /// Reads the arguments of the process, without its name.
    ///
    /// The options stand before the command; those that are no options of commands may also stand behind it.
    init(_ arguments: [String]) throws(CommandError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { break }
            guard argument.hasPrefix("-"), argument.count > 1 else {
                rest = [argument] + rest
                break
            }
            guard try take(argument, &rest) else {
                let hint = Nearest.hint(to: argument, among: Self.options.map(\.name))
                throw .usage("agg has no option \(argument)\(hint)")
            }
        }
        try takeCommand(&rest)
    }

    private mutating func takeCommand(_ rest: inout ArraySlice<String>) throws(CommandError) {
        guard let name = rest.popFirst() else { return }
        guard commands == nil else { throw .usage("give either -c or a command, not both: “\(name)”") }
        words = [Word(name)]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += [Word("--")] + rest.map { Word(argument: $0) }
                return
            }
            if argument == "--help" {
                words = [Word("help"), Word(name)]
                return
            }
            let isOutputOption = argument.hasPrefix("--format") || argument == "--json"
            let mayBeOurs = argument.hasPrefix("--") && !isOutputOption
            if mayBeOurs, try take(argument, &rest) { continue }
            words.append(Word(argument: argument))
        }
    }

    /// Takes an option and its value; false where it is none.
    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(CommandError) -> Bool {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = Self.options.first(where: { $0.name == parts[0] || $0.short == parts[0] }) else {
            return false
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw .usage("\(option.name) takes no value") }
            set(option.name)
            return true
        }
        guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
            throw .usage("\(option.name) needs a value, \(valueName)")
        }
        try set(option.name, value)
        return true
    }

    private mutating func set(_ flag: String) {
        switch flag {
        case "--offline": isOffline = true
        case "--json": format = .json
        case "--bail": stopsAtFailure = true
        case "--strict": isStrict = true
        case "--quiet": isQuiet = true
        case "--help": showsHelp = true
        default: showsVersion = true
        }
    }

    private mutating func set(_ option: String, _ value: String) throws(CommandError) {
        switch option {
        case "--config": configuration = value
        case "--store": store = value
        case "-c": commands = value
        case "--max-age":
            guard let age = value == "0" ? .zero : Age.parse(value) else {
                throw .usage("--max-age takes a span of time such as 24h, 7d or 30s, not “\(value)”")
            }
            maxAge = age
        case "--simulate":
            guard let rate = Double(value), Simulation.rates.contains(rate) else {
                throw .usage("--simulate takes a rate of failures from 0 to 1 such as 0.3, not “\(value)”")
            }
            simulation = Simulation(errorRate: rate)
        case "--format":
            guard let form = OutputFormat(rawValue: value) else {
                let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage("--format takes \(known), not “\(value)”")
            }
            format = form
        default:
            guard let use = Settings.ColorUse(rawValue: value) else {
                throw .usage("--color takes auto, always or never, not “\(value)”")
            }
            color = use
        }
    }
}

extension ProgramOptions {
    /// An option as the help shows it.
    struct Option {
        var name: String
        var short: String?
        var value: String?
        var help: String
    }

    /// All options of the program.
    static let options = [
        Option(name: "--config", value: "FILE", help: "The configuration file (AGG_CONFIG)."),
        Option(name: "--store", value: "FOLDER", help: "The folder of the store (AGG_STORE)."),
        Option(name: "--offline", help: "Never ask the network."),
        Option(name: "--max-age", value: "AGE", help: "Refresh first what is older, such as 24h."),
        Option(
            name: "--simulate", value: "RATE",
            help: "Sources answer from their samples and fail so often, 0 to 1; stored rows are left alone."),
        Option(name: "--format", value: "FORMAT", help: "table, list, json, ndjson, csv, tsv or markdown."),
        Option(name: "--json", help: "The same as --format json."),
        Option(name: "--bail", help: "End a script at the first command that fails."),
        Option(name: "--strict", help: "End with 6 where rows are stale or only a starter sample."),
        Option(name: "--color", value: "WHEN", help: "auto, always or never."),
        Option(name: "--quiet", help: "No remarks on standard error, only errors."),
        Option(name: "-c", value: "COMMANDS", help: "Run these commands, a line each or separated by “;”."),
        Option(name: "--help", short: "-h", help: "This help."),
        Option(name: "--version", help: "The version."),
    ]

    /// The help of the program.
    static func help(_ registry: CommandRegistry) -> String {
        let options = options.map { option in (option.name + (option.value.map { " \($0)" } ?? ""), option.help) }
        let commands = registry.commands.map { ($0.declaration.name, $0.declaration.summary) }
        return """
            agg [OPTIONS] [COMMAND [ARGUMENTS]]
            One prompt over unlike public data: searched from a local mirror, in a session, a script or one command.

            Without a command, agg starts a session; from a pipe or a file it runs the lines it reads.

            \(HelpText.columns(commands))

            \(HelpText.columns(options))

            """
    }
}
