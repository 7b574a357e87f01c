import Testing

@testable import AggCommands

@Suite struct HelpTextTests {
    @Test func `a page has usage, summary, options, other names, and examples`() {
        let declaration = CommandDeclaration(
            name: "paint", aliases: ["p"], summary: "Paint a wall.", details: "It dries by itself.",
            arguments: [.init(name: "WALL", value: .text)],
            options: [Option("--coats", "N", in: 1...9, help: "So many."), Option("--dry", help: "Wait.")],
            examples: [
                .init(line: "paint north", effect: "one coat"), .init(line: "paint south --dry", effect: "wait"),
            ])
        #expect(
            HelpText.page(declaration) == """
                paint WALL [--coats N] [--dry]

                Paint a wall.

                It dries by itself.

                  --coats N        So many.
                  --dry            Wait.
                  --format FORMAT  The output format.
                  --json           Same as --format json.
                  --columns NAMES  The columns to show, separated by commas; '*' for all, +NAME to add one.
                  --no-header      Omit column headings in table, csv, tsv, and markdown output.

                Aliases: p

                  paint north        one coat
                  paint south --dry  wait
                """)
    }

    @Test func `options come before the words of another command`() {
        #expect(WatchCommand().declaration.usage == "watch [--times N] SECONDS COMMAND…")
    }

    @Test func `a page omits empty sections`() {
        let declaration = CommandDeclaration(
            name: "rest", summary: "Rest.", examples: [.init(line: "rest", effect: "rests")])
        #expect(!HelpText.page(declaration).contains("Aliases:"))
        let nested = CommandDeclaration(
            name: "rest", summary: "Rest.", examples: [.init(line: "rest", effect: "rests")], takesCommand: true)
        #expect(HelpText.page(nested) == "rest\n\nRest.\n\n  rest  rests")
    }
}
