import AggCore

/// What `chart` and `map` have in common: the picture as a file.
enum PictureOptions {
    static let all: [any DeclaredOption] = [svg, WrittenFile.force]

    private static let svg = Option("--svg", "FILE", .file, help: "Write the picture to a file as SVG.")

    /// The picture as an answer, or the sentence that it was written.
    static func output(
        _ picture: PictureReport, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        guard let name = arguments[svg] else { return CommandOutput(picture) }
        guard !name.isEmpty else { throw CommandError.usage("--svg needs a value, FILE") }
        let file = WrittenFile(name: name, isForced: arguments[WrittenFile.force])
        try await file.write(Array(picture.drawn.utf8), context)
        return CommandOutput(TextAnswer("Wrote the picture to \(name)."))
    }
}
