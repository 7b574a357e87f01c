import AggCommands
import AggShell

/// The first command of a run, known before the sources and the store exist: their faults do not stop `doctor` and help,
/// and those of the configuration do not stop the commands that show or edit the file with a fault.
struct Beginning {
    private let options: ProgramOptions
    /// The lines of the script; nil for a single command and for a session at a terminal.
    let script: ScriptLines?

    init(_ options: ProgramOptions, _ streams: StandardStreams, isInteractive: Bool) {
        self.options = options
        script =
            if let commands = options.commands {
                ScriptLines(TextLineReader(commands, streams: streams))
            } else {
                options.words.isEmpty && !isInteractive ? ScriptLines(PlainLineReader(streams: streams)) : nil
            }
    }

    /// Whether the first command is `doctor`, as far as that is known without waiting for a line.
    var isDoctor: Bool { starts(with: "doctor") }

    /// Whether the first command is about the store itself, which may not exist yet.
    var isAboutStore: Bool { starts(with: "store") }

    /// Whether the first command serves an assistant, which sees only responses to its requests.
    var isAssistant: Bool { starts(with: "mcp") }

    /// Whether the commands only explain agg itself, so they need no store.
    var needsNoStore: Bool {
        if !options.words.isEmpty { return Self.explains(options.words) }
        let lines = options.commands?.split(whereSeparator: \.isNewline) ?? []
        let commands = lines.flatMap { CommandLine(String($0)).commands }
        return !commands.isEmpty && commands.allSatisfy(Self.explains)
    }

    private func starts(with name: String) -> Bool {
        guard let commands = options.commands else { return Self.names(options.words, name) }
        let first = commands.split(whereSeparator: \.isNewline).lazy.compactMap {
            CommandLine(String($0)).commands.first
        }
        return first.first.map { Self.names($0, name) } ?? false
    }

    /// Whether the first command is `doctor`, waiting for the first command of a script.
    func isDoctorAtLast() async -> Bool {
        if isDoctor { return true }
        guard let first = await script?.firstCommand() else { return false }
        return Self.names(first.words, "doctor")
    }

    /// Whether the first command works without sources, waiting for the first command of a script.
    func needsNoSourceAtLast() async -> Bool {
        let words: [Word]? = options.words.isEmpty ? await script?.firstCommand()?.words : options.words
        guard let words, let first = words.first else { return false }
        let command = CommandRegistry.builtIn.command(named: first.text)?.declaration.name ?? first.text
        return CommandRunner.needsNoSource(command, Array(words.dropFirst())) || Self.explains(words)
    }

    private static func explains(_ words: [Word]) -> Bool {
        if ["help", "man", "completion", "exit"].contains(where: { names(words, $0) }) { return true }
        return words.dropFirst().prefix { $0.text != "--" }.contains { $0.isOption && $0.text == "--help" }
    }

    private static func names(_ words: [Word], _ command: String) -> Bool {
        words.first.flatMap { CommandRegistry.builtIn.command(named: $0.text) }?.declaration.name == command
    }
}
