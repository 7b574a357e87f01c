import AggCommands
import AggShell

/// The first command of a run, known before the sources and the store exist: their faults do not stop `doctor` and help,
/// and those of the configuration do not stop the commands that show or edit the file with a fault.
struct Beginning {
    private let options: ProgramOptions
    /// The lines of the script; nil for a single command and for a session at a terminal.
    let script: ScriptLines?
    /// The first command, as far as that is known without waiting for a line.
    private let command: (any Command)?
    /// Whether the commands only explain agg itself, so they need no store.
    let needsNoStore: Bool

    init(_ options: ProgramOptions, _ streams: StandardStreams, isInteractive: Bool) {
        self.options = options
        script =
            if let commands = options.commands {
                ScriptLines(TextLineReader(commands, streams: streams))
            } else {
                options.words.isEmpty && !isInteractive ? ScriptLines(PlainLineReader(streams: streams)) : nil
            }
        let lines = options.commands?.split(whereSeparator: \.isNewline) ?? []
        let others = lines.lazy.flatMap { CommandLine(String($0)).commands }
        let first = options.commands == nil ? options.words : others.first ?? []
        command = Self.command(of: first)
        needsNoStore = Self.explains(first) && others.dropFirst().allSatisfy { Self.explains($0) }
    }

    /// Whether the first command is `doctor`, as far as that is known without waiting for a line.
    var isDoctor: Bool { command?.declaration.name == "doctor" }

    /// Whether the first command is about the store itself, which may not exist yet.
    var isAboutStore: Bool { command?.declaration.name == "store" }

    /// Whether the first command serves an assistant, which sees only responses to its requests.
    var isAssistant: Bool { command?.declaration.name == "mcp" }

    /// Whether the first command is `doctor`, waiting for the first command of a script.
    func isDoctorAtLast() async -> Bool {
        if isDoctor { return true }
        guard let first = await script?.firstCommand() else { return false }
        return Self.command(of: first.words)?.declaration.name == "doctor"
    }

    /// Whether the first command works without sources, waiting for the first command of a script.
    func needsNoSourceAtLast() async -> Bool {
        let words: [Word]? = options.words.isEmpty ? await script?.firstCommand()?.words : options.words
        guard let words else { return false }
        return Self.command(of: words)?.needsSources(Array(words.dropFirst())) == false || Self.explains(words)
    }

    /// Whether a command only explains agg itself.
    private static func explains(_ words: [Word]) -> Bool {
        Self.command(of: words)?.needsStore == false
            || words.dropFirst().prefix { $0.text != "--" }.contains { $0.isOption && $0.text == "--help" }
    }

    private static func command(of words: [Word]) -> (any Command)? {
        words.first.flatMap { CommandRegistry.builtIn.command(named: $0.text) }
    }
}
