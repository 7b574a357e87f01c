import AggCore
import AggSource

/// `watch`: repeats a command.
struct WatchCommand: Command {
    private static let times = Option(
        "--times", "N", in: 1...1_000_000, help: "Stop after N runs; put this option before COMMAND.")

    let declaration = CommandDeclaration(
        name: "watch", summary: "Repeat a command and highlight what changes.",
        details: """
            “watch” runs COMMAND every SECONDS seconds until you press Ctrl-C. In a terminal, “watch” shows the latest \
            output, with changes in reverse video. In a script, or if the output is piped or redirected to a file, \
            “watch” writes the output only if it differs from the previous output, ignoring times and ages.
            """,
        arguments: [
            .init(name: "SECONDS", value: .text), .init(name: "COMMAND", value: .line, isRepeated: true),
        ],
        options: [Self.times],
        examples: [
            .init(line: "watch 60 search results:fail sort:-date", effect: "the newest failures, once a minute"),
            .init(line: "watch --times 3 1 sources", effect: "the sources, three times"),
        ],
        takesCommand: true)

    let isRepeatable = false

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let text = arguments.words[0].text
        guard let seconds = Double(text), (0.1...86_400).contains(seconds) else {
            throw CommandError.usage(
                "“watch” takes an interval from 0.1 to 86400 seconds, not \(Quoted.text(text))",
                help: declaration)
        }
        let words = Array(arguments.words.dropFirst())
        var command = try context.commands.resolve(words[0])
        // Each run reports what is wrong with a saved search.
        if let saved = try? await command.replacement(for: Array(words.dropFirst()), in: context)?.first {
            command = try context.commands.resolve(saved)
        }
        guard command.isRepeatable else {
            throw CommandError.usage("“watch” cannot repeat “\(command.declaration.name)”", help: declaration)
        }
        var output = CommandOutput()
        output.repetition = Repetition(
            words: words, pause: .milliseconds(Int(clamping: (seconds * 1_000).rounded())), count: arguments[Self.times]
        )
        return output
    }
}
