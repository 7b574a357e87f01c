import Testing

import AggCommands

/// How settings change the output.
@Suite struct PresentationTests {
    private func text(_ output: CommandOutput, _ change: (inout Presentation) -> Void) -> String {
        var presentation = Presentation(format: .table, width: 80)
        change(&presentation)
        return Renderer.render(output, presentation)
    }

    @Test(arguments: [OutputFormat.table, .list])
    func `the elapsed time can be omitted`(format: OutputFormat) {
        let text = text(Answers.output(isTruncated: true)) {
            $0.format = format
            $0.showsTiming = false
        }
        #expect(text.contains("2 of 312 records; for more: search lon --limit 100\n"))
    }

    @Test func `warnings are legible on a light background`() {
        let output = Answers.output([], statuses: [Answers.status(isStale: true, reason: "HTTP 503")])
        let text = text(output) {
            $0.usesColor = true
            $0.theme = .light
        }
        #expect(text.contains("\u{1B}[35mtowns: stale"))
        #expect(!text.contains("\u{1B}[33m"))
    }

    @Test(arguments: [
        (Settings.Expansion.off, 30, false), (.on, 200, true), (.auto, 200, false), (.auto, 78, false),
        (.auto, 77, true),
    ])
    func `shows one record at a time on request, or if the table is too wide`(
        expanded: Settings.Expansion, width: Int, isList: Bool
    ) {
        let text = text(Answers.output()) {
            $0.expanded = expanded
            $0.width = width
        }
        #expect(text.hasPrefix("1. London ★\n  address") == isList, "\(text)")
    }

    @Test func `without a width nothing is too wide`() {
        let text = text(Answers.output()) {
            $0.expanded = .auto
            $0.width = nil
        }
        #expect(text.hasPrefix("#"))
    }
}
