import AggCore
import AggStorage

/// Shared by `chart` and `map`: writing the picture to a file.
enum PictureOptions {
    static let all: [any DeclaredOption] = [svg, WrittenFile.force]

    private static let svg = Option("--svg", "FILE", .file, help: "Write the chart or map to an SVG file.")

    /// Returns the picture, or a sentence that confirms that it was written to a file.
    static func output(
        _ picture: PictureReport, _ arguments: Arguments, _ context: CommandContext
    ) async throws -> CommandOutput {
        guard let name = arguments[svg] else { return CommandOutput(picture) }
        guard !name.isEmpty else { throw CommandError.usage("--svg needs a file name") }
        let file = WrittenFile(name: name, isForced: arguments[WrittenFile.force])
        try await file.write(Array(picture.drawn.utf8), context)
        return CommandOutput(TextAnswer("Wrote \(name).", decisiveSources: picture.decisiveSources))
    }
}
