import AggCore
import AggSearch
import AggSource
import AggStorage
import Testing

@testable import AggCommands
@testable import AggShell

@Suite struct LiveFrameTests {
    private func state(_ text: String, _ output: CommandOutput? = nil) -> LiveState {
        var state = LiveState(text: text)
        if let output { _ = state.take(.success(output), to: text) }
        return state
    }

    private func frame(_ state: LiveState, columns: Int = 100, rows: Int = 24) -> LiveFrame {
        LiveFrame(state, size: TerminalSize(columns: columns, rows: rows), style: Style(usesColor: false))
    }

    @Test func `shows the line, the rows with a marker at the chosen one, and what the keys do`() {
        let frame = frame(state("lon", .live(rows: 2)))
        #expect(
            frame.lines == [
                "live> lon", ">   Town 1  Somewhere  towns:1", "    Town 2  Somewhere  towns:2",
                "1 of 2 (0.00 ms) · towns: 1 min old · Enter: choose, Ctrl-F: favorite, Esc: quit",
            ])
        #expect(frame.cursorColumn == 9)
    }

    @Test(arguments: [1, 2, 3, 5, 10, 11, 19, 20, 40, 80, 200], [1, 2, 3, 4, 24])
    func `fits every window`(columns: Int, rows: Int) {
        for text in ["", "lon", String(repeating: "wörld ", count: 40), "東京都"] {
            for output in [nil, CommandOutput.live(rows: 0), .live(rows: 50, title: "東京 and Llanfairpwllgwyngyll")] {
                let frame = frame(state(text, output), columns: columns, rows: rows)
                #expect(frame.lines.count <= max(1, rows))
                #expect(frame.lines.allSatisfy { DisplayWidth.of($0) < max(2, columns) })
                #expect(frame.cursorColumn < max(2, columns))
            }
        }
    }

    @Test func `marks the chosen row in a narrow window`() {
        let frame = frame(state("lon", .live(rows: 2)), columns: 10)
        #expect(frame.lines[1...2] == [">   Town…", "    Town…"])
    }

    @Test func `keeps the end of a long line in view`() {
        let frame = frame(state("0123456789abcdefghijklmnopqrstuvwxyz"), columns: 20)
        #expect(frame.lines[0] == "live> opqrstuvwxyz")
        #expect(frame.cursorColumn == 18)
    }

    @Test func `the rows scroll with the chosen one`() {
        var state = state("lon", .live(rows: 50))
        for _ in 0..<30 { _ = state.press(.down) }
        let frame = frame(state, rows: 10)
        #expect(frame.lines.contains { $0.hasPrefix(">   Town 31 ") })
        #expect(frame.lines.count == 9)
    }

    @Test(arguments: [
        ("", nil, "…"),
        (
            "", CommandOutput.live(rows: 0, isOfFavorites: true),
            "No favorites yet; type to search, or press Esc to quit"
        ),
        ("", .live(rows: 0), "No unread records; type to search, or press Esc to quit"),
        ("zzz", .live(rows: 0), "No matches. · Enter: choose, Ctrl-F: favorite, Esc: quit"),
        (
            "lon", .live(rows: 50, isTruncated: true),
            "1 of 50+ (0.00 ms) · towns: 1 min old · Enter: choose, Ctrl-F: favorite, Esc: quit"
        ),
    ])
    func `shows the state of the search below the rows`(text: String, output: CommandOutput?, footer: String) {
        #expect(frame(state(text, output)).lines.last == footer)
    }

    @Test(arguments: [
        (90, "1 of 50+ (0.00 ms) · towns: 1 min old · Enter: choose, Ctrl-F: favorite, Esc: quit"),
        (80, "1 of 50+ (0.00 ms) · towns: 1 min old · Enter: choose, Esc: quit"),
        (60, "1 of 50+ (0.00 ms) · towns: 1 min old · Esc: quit"),
        (40, "1 of 50+ (0.00 ms) · towns… · Esc: quit"),
        (24, "1 of 50+ (… · Esc: quit"),
    ])
    func `shows how to quit at every width`(columns: Int, footer: String) {
        #expect(frame(state("lon", .live(rows: 50, isTruncated: true)), columns: columns).lines.last == footer)
    }

    @Test(arguments: [(false, "run “refresh towns”"), (true, "start agg without --offline")])
    func `advises how to fetch the full list, which is not possible with --offline`(isOffline: Bool, advice: String) {
        let row = RecordsAnswer.Row(
            address: RecordAddress(source: .towns, key: "1"), record: Record(key: "1", title: "Town 1"))
        let sources = [RecordsAnswer.Source(status: .sample("towns", origin: .starter), matched: 1)]
        let report = RecordsReport(RecordsAnswer(rows: [row], sources: sources), query: "lon", more: nil)
        var state = LiveState(text: "lon", isOffline: isOffline)
        _ = state.take(.success(CommandOutput(report)), to: "lon")
        let footer = frame(state, columns: 140).lines.last ?? ""
        #expect(footer.contains("; \(advice) for the full list · "), "\(footer)")
    }

    @Test func `shows nothing that could control the terminal`() {
        let frame = frame(state("a\u{9B}2J\u{202E}", .live(rows: 1, title: "\u{1B}[31mred")))
        #expect(!frame.lines.joined().unicodeScalars.contains { $0.value < 0x20 || (0x80..<0xA0).contains($0.value) })
    }

    @Test func `a narrow window shows the subtitle instead of the address`() {
        let row = RecordsAnswer.Row(
            address: .init(source: SourceStatus.sample("cities", origin: .remote).id, key: "2643743"),
            record: Record(key: "2643743", title: "London", subtitle: "United Kingdom"))
        let answer = RecordsAnswer(rows: [row], sources: [])
        let state = state("lon", CommandOutput(RecordsReport(answer, query: "lon", more: nil)))
        #expect(frame(state, columns: 40).lines[1] == ">   London  United Kingdom")
        let wide = frame(state, columns: 60).lines
        #expect(wide[1] == ">   London  United Kingdom  cities:2643743")
    }
}
