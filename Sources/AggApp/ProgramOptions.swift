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
    var color: Settings.ColorUse?
    var isQuiet = false
    /// The level of the log; nil where none is asked for.
    var logLevel: String?
    var logFile: String?
    /// Whether neither the startup file is run nor the kept settings hold.
    var skipsStartup = false
    /// What is to be generated from the declarations; nil in every ordinary run.
    var generated: String?
    var showsHelp = false
    var showsVersion = false
    /// The text of `-c`, a line for each time it was given.
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
                let hint = Self.hint(to: String(argument.prefix { $0 != "=" }))
                throw .usage("agg has no option \(DisplayWidth.cut(argument, to: Quoted.width))\(hint)")
            }
        }
        try takeCommand(&rest)
    }

    /// What to write in place of an option that the program does not have.
    private static func hint(to option: String) -> String {
        if let advice = Habits.advice(onOption: option) { return "; \(advice)" }
        let owners = ProgramDeclaration.agg.commands.filter { $0.allOptions.contains { $0.name == option } }.map(\.name)
        if let owner = owners.first(where: { $0 == "search" }) ?? owners.first {
            return "; put it after the command, as in agg \(owner) … \(option)"
        }
        return Nearest.hint(toOption: option, among: ProgramDeclaration.agg.options.map(\.name))
    }

    /// When colors are used as an option among arguments says, be the others right or wrong.
    static func color(in arguments: [String]) -> Settings.ColorUse? {
        let values = zip(arguments, arguments.dropFirst() + [""]).compactMap { option, next in
            option == "--color" ? next : option.hasPrefix("--color=") ? String(option.dropFirst(8)) : nil
        }
        return values.last.flatMap { Settings.ColorUse(rawValue: $0) }
    }

    private mutating func takeCommand(_ rest: inout ArraySlice<String>) throws(CommandError) {
        guard let name = rest.popFirst() else { return }
        guard commands == nil else { throw .usage("give either -c or a command, not both: \(Quoted.text(name))") }
        words = [Word(name)]
        while let argument = rest.popFirst() {
            if argument == "--" {
                words += [Word("--")] + rest.map { Word(argument: $0) }
                return
            }
            let name = argument.prefix { $0 != "=" }
            // A command explains itself.
            let mayBeOurs =
                name != "--help" && ProgramDeclaration.agg.options.contains { $0.name == name && $0.mayFollowCommand }
            if mayBeOurs, try take(argument, &rest) { continue }
            words.append(Word(argument: argument))
        }
    }

    /// Takes an option and its value; false where it is none.
    private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(CommandError) -> Bool {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = ProgramDeclaration.agg.options.first(where: { $0.name == parts[0] || $0.short == parts[0] })
        else {
            return false
        }
        guard let valueName = option.value?.name else {
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
        case "--verbose": logLevel = logLevel ?? "info"
        case "--no-init": skipsStartup = true
        case "--help": showsHelp = true
        default: showsVersion = true
        }
    }

    private mutating func set(_ option: String, _ value: String) throws(CommandError) {
        switch option {
        case "--config": configuration = value
        case "--store":
            guard !value.isEmpty else { throw .usage("--store needs a folder; its value is empty") }
            store = value
        case "-c": commands = commands.map { "\($0)\n\(value)" } ?? value
        case "--log": logFile = value
        case "--log-level":
            guard ProgramDeclaration.logLevels.contains(value) else {
                let known = ProgramDeclaration.logLevels.joined(separator: ", ")
                throw .usage("--log-level takes \(known), not \(Quoted.text(value))")
            }
            logLevel = value
        case "--generate": generated = value
        case "--max-age":
            guard let age = value == "0" ? .zero : Age.parse(value) else {
                throw .usage("--max-age takes a span of time such as 24h, 7d or 30s, not \(Quoted.text(value))")
            }
            maxAge = age
        case "--simulate":
            guard let rate = Double(value), Simulation.rates.contains(rate) else {
                throw .usage("--simulate takes a rate of failures from 0 to 1 such as 0.3, not \(Quoted.text(value))")
            }
            simulation = Simulation(errorRate: rate)
        case "--format":
            guard let form = OutputFormat(rawValue: value) else {
                let known = OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage("--format takes \(known), not \(Quoted.text(value))")
            }
            format = form
        default:
            guard let use = Settings.ColorUse(rawValue: value) else {
                throw .usage("--color takes auto, always or never, not \(Quoted.text(value))")
            }
            color = use
        }
    }
}
