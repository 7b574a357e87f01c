import AggCore
import AggSearch
import AggSource
import AggStorage
import Testing

import AggCommands

/// What color indicates.
///
/// `‹1;36›` stands for the beginning of a color, `‹›` for its end.
@Suite struct ColorTests {
    private static let straße = Answers.row(
        "towns:123", Record(key: "123", title: "Münchenerstraßenbahn", subtitle: "Germany"), isFavorite: true)

    @Test(arguments: [
        ("munchen", "‹1;36›München‹›erstraße…  Germany"), ("mun", "‹1;36›Mün‹›chenerstraße…  Germany"),
        ("muenchenerstrassenbahn", "‹1;36›Münchenerstraße‹›…  Germany"),
        ("ger", "Münchenerstraße…  ‹1;36›Ger‹›many"), ("zz", "Münchenerstraße…  Germany"),
    ])
    func `highlights matching letters, even in a truncated title`(query: String, cells: String) {
        let lines = Self.lines(Self.output([Self.straße], query), width: 43)
        #expect(lines[1] == "‹2›1‹›  ‹33›★‹›  \(cells)   ‹2›towns:123‹›")
    }

    @Test func `highlights matching letters in a list`() {
        let lines = Self.lines(Self.output([Self.straße], "mun germ"), .list, width: 80)
        #expect(lines[0] == "‹1›1. ‹›‹1;1;36›Mün‹›‹1›chenerstraßenbahn‹› ‹33›★‹›")
        #expect(lines.contains("  ‹2›subtitle‹›  ‹1;36›Germ‹›any"))
    }

    @Test func `reverses the chosen row of a live search, including matches`() {
        let lines = LiveList.lines(
            [Self.straße, Answers.tokyo], matching: SearchText("mun"), chosen: 0, width: 65,
            style: Style(usesColor: true)
        ).map(Self.readable)
        let blanks = "‹7›  ‹›"
        #expect(
            lines[0] == "‹7›> ‹›‹7;33›★‹›‹7› ‹›‹7;1;36›Mün‹›‹7›chenerstraßenbahn‹›\(blanks)‹7›Germany‹›"
                + "‹7›                       ‹›‹7›towns:123‹›")
        #expect(lines[1].hasPrefix("    東京"))
    }

    @Test func `a light background changes the colors but not what is colored`() {
        var presentation = Presentation(format: .table, width: 80, usesColor: true)
        let output = Self.output(
            [Self.straße], "mun", [Answers.status(age: 90_000, isStale: true, reason: "HTTP 503")])
        let dark = Self.readable(Renderer.render(output, presentation))
        presentation.theme = .light
        let light = Self.readable(Renderer.render(output, presentation))
        #expect(light == dark.replacing("‹1;36›", with: "‹1;34›").replacing("‹33›", with: "‹35›") && light != dark)
    }

    @Test func `colors a failed source and a stale source differently`() {
        let lines = Self.lines(Answers.sources, width: 200)
        let (stale, failed) = (lines[3], lines[4])
        #expect(stale.hasPrefix("lakes  stub  ‹33›stale‹›") && stale.hasSuffix("‹33›past 24 h; 3 items cut‹›"))
        #expect(failed.hasPrefix("none   stub  ‹1;31›error‹›") && failed.hasSuffix("‹1;31›nothing is stored‹›"))
        #expect(Self.lines(Answers.outcomes(), width: 200).contains { $0.hasPrefix("peaks   ‹33›stale‹›") })
    }

    @Test func `colors the start of errors and remarks, and leaves JSON plain`() {
        let error = CommandError(code: "x", message: "it\u{1B}[2J failed")
        let presentation = Presentation(usesColor: true)
        #expect(Self.readable(Renderer.render(error, asJSON: false, presentation)) == "‹1;31›agg:‹› it␛[2J failed\n")
        #expect(Self.readable(Renderer.render(remark: "note", presentation)) == "‹33›agg:‹› note\n")
        #expect(!Renderer.render(error, asJSON: true, presentation).contains("\u{1B}["))
    }

    @Test(arguments: [OutputFormat.table, .list], [20, 33, 40, 80, nil] as [Int?])
    func `color does not change the text`(format: OutputFormat, width: Int?) {
        for query in ["mun", "a", "germany", "東", "e"] {
            let output = Self.output([Self.straße, Answers.london, Answers.tokyo, Answers.hostile], query)
            let colored = Answers.text(output, format, width: width, color: true)
            #expect(Self.withoutColors(colored) == Answers.text(output, format, width: width))
        }
    }

    private static func output(
        _ rows: [RecordsAnswer.Row], _ query: String, _ statuses: [SourceStatus] = [Answers.status()]
    ) -> CommandOutput {
        var output = Answers.output(rows, statuses: statuses)
        guard var report = output.body as? RecordsReport else { return output }
        report.answer.text = SearchText(query)
        output.body = report
        return output
    }

    private static func lines(_ output: CommandOutput, _ format: OutputFormat = .table, width: Int) -> [String] {
        readable(Answers.text(output, format, width: width, color: true)).split(separator: "\n").map(String.init)
    }

    private static func readable(_ text: String) -> String {
        text.replacing("\u{1B}[0m", with: "‹›").replacing(/\u{1B}\[([0-9;]+)m/) { "‹\($0.1)›" }
    }

    private static func withoutColors(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9;]+m/, with: "") }
}
