package import AggCore

/// The options of the program itself.
package enum ProgramOption {
    package static let configuration = Option(
        "--config", "FILE", .file, help: "The configuration file (AGG_CONFIG).")
    package static let store = Option("--store", "FOLDER", .folder, help: "The folder of the store (AGG_STORE).")
    package static let offline = Option("--offline", help: "Never ask the network.")
    package static let maxAge = Option(
        "--max-age", "AGE", .text, help: "Refresh first what is older, such as 24h.",
        expects: "a span of time such as 24h, 7d or 30s"
    ) { $0 == "0" ? .zero : Age.parse($0) }
    package static let simulate = Option(
        "--simulate", "RATE", .text,
        help: "Sources answer from their samples and fail so often, 0 to 1; stored rows are left alone.",
        expects: "a rate of failures from 0 to 1 such as 0.3"
    ) { text in Double(text).flatMap { Simulation.rates.contains($0) ? Simulation(errorRate: $0) : nil } }
    package static let format = Option<OutputFormat>(
        OutputOption.format.name, "FORMAT",
        help: "\(OutputFormat.names.dropLast().joined(separator: ", ")) or \(OutputFormat.names.last ?? "").")
    package static let bail = Option("--bail", help: "End a script at the first command that fails.")
    package static let strict = Option("--strict", help: "End with 6 where rows are stale or only a starter sample.")
    package static let color = Option<Settings.ColorUse>(
        "--color", "WHEN", help: "auto, always or never.", expects: "auto, always or never")
    package static let quiet = Option("--quiet", short: "-q", help: "No remarks on standard error, only errors.")
    package static let verbose = Option(
        "--verbose", help: "A line on standard error for every request: the same as --log-level info.")
    package static let logLevel = Option(
        "--log-level", "LEVEL", .choice(logLevels),
        help: "Log requests, retries, statuses and times: trace to critical.",
        expects: logLevels.joined(separator: ", ")
    ) { logLevels.contains($0) ? $0 : nil }
    package static let log = Option(
        "--log", "FILE", .file, help: "Write the log to a file, not to standard error.")
    package static let noInit = Option("--no-init", help: "Run no startup file, and leave kept settings out.")
    package static let commands = Option(
        "-c", "COMMANDS", help: "Run these commands, a line each or separated by “;”.")
    package static let generate = Option(
        "--generate", "WHAT", help: "Write the manual, the reference or completions.", isHidden: true)
    package static let help = Option("--help", short: "-h", help: "This help.")
    package static let version = Option(
        "--version", short: "-V", help: "The version and the commit it was built from.")

    /// All of them, in the order of the help.
    static let all: [any DeclaredOption] = [
        configuration, store, offline, maxAge, simulate, format, OutputOption.json, bail, strict, color, quiet, verbose,
        logLevel, log, noInit, commands, generate, help, version,
    ]

    /// The levels of the log, the most talkative first.
    private static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]
}

extension Arguments {
    /// Reads the arguments of the process, without its name: the words are those of a command.
    ///
    /// The options stand before the command; those that are no options of commands may also stand behind it.
    ///
    /// - Throws: A usage error for an unknown option before the command, and one without its value or with a wrong one.
    package init(_ texts: [String], of program: ProgramDeclaration) throws(CommandError) {
        self.init()
        var rest = texts[...]
        while let text = rest.first, text.hasPrefix("-"), text.count > 1 {
            rest = rest.dropFirst()
            if text == "--" { break }
            guard try take(text, among: program.options, next: { rest.popFirst() }) else {
                let hint = program.hint(to: String(text.prefix { $0 != "=" }))
                throw .usage("\(program.name) has no option \(DisplayWidth.cut(text, to: Quoted.width))\(hint)")
            }
        }
        guard let name = rest.popFirst() else { return }
        words = [Word(name)]
        // A command explains itself; short names are words of its own.
        let options = program.options.filter { $0.mayFollowCommand && $0.name != ProgramOption.help.name }
        while let text = rest.popFirst() {
            if text == "--" {
                words += [Word("--")] + rest.map { Word(argument: $0) }
                return
            }
            let isOurs = options.contains { $0.name == text.prefix { $0 != "=" } }
            if isOurs, try take(text, among: options, next: { rest.popFirst() }) { continue }
            words.append(Word(argument: text))
        }
    }
}

extension ProgramDeclaration {
    /// What to write in place of an option that the program does not have.
    fileprivate func hint(to option: String) -> String {
        if let advice = Habits.advice(onOption: option) { return "; \(advice)" }
        let owners = commands.filter { $0.allOptions.contains { $0.name == option } }.map(\.name)
        if let owner = owners.first(where: { $0 == "search" }) ?? owners.first {
            return "; put it after the command, as in \(name) \(owner) … \(option)"
        }
        return Nearest.hint(toOption: option, among: options.map(\.name))
    }
}
