import AggCore
import AggSearch
import AggSource
import Testing

@testable import AggCommands
@testable import AggShell

/// The preview, the selection, the values, and the map of a live search.
@Suite struct LiveViewTests {
    private func answered(rows: Int = 3, isTruncated: Bool = false) -> LiveState {
        var state = LiveState(text: "lon")
        #expect(state.take(.success(.live(rows: rows, isTruncated: isTruncated)), to: "lon") == .draw)
        return state
    }

    private func address(_ number: Int) -> RecordAddress { RecordAddress(source: .towns, key: "\(number)") }

    private func lines(_ state: LiveState, columns: Int, rows: Int = 24) -> [String] {
        LiveFrame(state, size: TerminalSize(columns: columns, rows: rows), style: Style(usesColor: false)).lines
    }

    private let facets = [
        LiveFacet(column: "source", value: "towns", count: 3, condition: "source:towns"),
        LiveFacet(column: "source", value: "peaks", count: 1, condition: "source:peaks"),
    ]

    @Test func `Tab selects rows, and Enter takes them all`() {
        var state = answered()
        #expect(state.press(.select) == .draw)
        #expect(state.press(.select) == .draw)
        #expect(state.selected == [address(1), address(2)])
        _ = state.press(.up)
        #expect(lines(state, columns: 60).prefix(4).dropFirst().map { $0.prefix(2) } == [" +", ">+", "  "])
        _ = state.press(.select)
        #expect(state.selected == [address(1)])
        #expect(lines(state, columns: 100).last?.hasPrefix("1 selected · 3 of 3") == true)
        #expect(state.press(.text("x")) == .searchSoon)
        #expect(state.press(.enter) == .end(.selected([address(1)])))
    }

    @Test func `opens the links of the selected rows, or else that of the chosen row`() {
        var state = answered()
        #expect(state.press(.open) == .open([address(1)]))
        _ = state.press(.select)
        _ = state.press(.select)
        #expect(state.press(.open) == .open([address(1), address(2)]))
        #expect(state.take(opened: .success("Opened x")) == .draw)
        #expect(state.message == "Opened x")
    }

    @Test func `another screen ends the message of the one before`() {
        var state = answered()
        _ = state.take(opened: .success("Opened x"))
        _ = state.take(map: .success(["⠁"]), of: "lon", MapView())
        #expect(state.message == "Opened x")
        _ = state.press(.map)
        #expect(state.take(map: .success(["⠁"]), of: "lon", MapView()) == .draw)
        #expect(lines(state, columns: 60).last == "Arrows: pan, + and -: zoom, Esc: back")
        _ = state.take(opened: .success("Opened x"))
        #expect(state.press(.escape) == .draw)
        #expect(state.message == nil && state.view == .records)
    }

    @Test func `a value narrows the text`() {
        var state = answered()
        #expect(state.press(.narrow) == .findFacets)
        #expect(state.take(.success(facets), narrowing: "other") == .none)
        #expect(state.take(.success(facets), narrowing: "lon") == .draw)
        _ = state.press(.down)
        _ = state.press(.down)
        #expect(lines(state, columns: 60)[1...2] == ["  source  towns  3", ">         peaks  1"])
        #expect(state.press(.enter) == .searchNow)
        #expect(state.text == "lon source:peaks ")
        #expect(state.view == .records)
    }

    @Test func `values and their counts stay visible beside long names`() {
        var state = answered()
        let name = String(repeating: "a_long_column_", count: 4)
        let many = facets + (1...30).map { LiveFacet(column: name, value: "v\($0)", count: $0, condition: "x") }
        _ = state.take(.success(many), narrowing: "lon")
        #expect(lines(state, columns: 60, rows: 5)[1...2] == ["> source  towns  3", "          peaks  1"])
        for _ in 0..<20 { _ = state.press(.down) }
        #expect(
            lines(state, columns: 60, rows: 5)[1...2] == [
                "  a_long_column_a_lo…  v18  18", ">                      v19  19",
            ])
    }

    @Test(arguments: [LiveKey.escape, .narrow])
    func `leaving the values changes nothing`(key: LiveKey) {
        var state = answered()
        _ = state.take(.success(facets), narrowing: "lon")
        #expect(state.press(key) == .draw)
        #expect(state.view == .records && state.text == "lon")
    }

    @Test func `a map replaces the rows until a key is typed`() {
        var state = answered()
        #expect(state.press(.map) == .drawMap)
        #expect(state.take(map: .success(["⠁"]), of: "lon", MapView()) == .draw)
        #expect(lines(state, columns: 60) == ["live> lon", "⠁", "Arrows: pan, + and -: zoom, Esc: back"])
        #expect(state.press(.text("d")) == .searchSoon)
        #expect(state.view == .records)
        #expect(state.take(map: .success(["⠁"]), of: "lon", MapView()) == .none)
    }

    @Test func `arrows pan a map, and plus and minus zoom`() {
        var state = answered()
        _ = state.press(.map)
        _ = state.take(map: .success(["⠁"]), of: "lon", MapView())
        var expected = MapView()
        let keys: [(LiveKey, MapView.Move)] = [
            (.text("+"), .closer), (.left, .west), (.up, .north), (.right, .east), (.down, .south),
            (.text("-"), .farther),
            (.text("="), .closer),
        ]
        for (key, move) in keys {
            expected.make(move)
            #expect(state.press(key) == .drawMap && state.mapView == expected)
        }
        // The map for an earlier key arrives too late.
        #expect(state.take(map: .success(["⠂"]), of: "lon", MapView()) == .none)
        #expect(state.take(map: .success(["⠄"]), of: "lon", expected) == .draw)
        #expect(state.view == .map(["⠄"]) && state.text == "lon")
        #expect(state.press(.escape) == .draw && state.mapView == nil)
        #expect(state.take(map: .success(["⠂"]), of: "lon", expected) == .none)
    }

    @Test func `the preview is beside the rows, below them, or left out`() {
        var state = answered()
        #expect(state.rowToPreview(width: 60)?.address == address(1))
        _ = state.take(preview: ["Town 1", "  key  1"], of: state.rows[0], width: 60)
        #expect(state.rowToPreview(width: 60) == nil)
        let beside = lines(state, columns: 140)
        #expect(beside[1].hasPrefix(">   Town 1") && beside[1].hasSuffix(" │ Town 1"))
        #expect(beside[2].hasSuffix(" │   key  1") && beside.count == 5)
        let below = lines(state, columns: 80)
        #expect(below[4].allSatisfy { $0 == "─" } && below[5...6] == ["Town 1", "  key  1"])
        #expect(lines(state, columns: 80, rows: 12).count == 5)
        _ = state.press(.down)
        #expect(state.rowToPreview(width: 60)?.address == address(2))
    }

    @Test func `the preview is loaded again for a new favorite and another width, and stays until then`() {
        var state = answered()
        _ = state.take(preview: ["Town 1"], of: state.rows[0], width: 60)
        #expect(state.rowToPreview(width: 61) == state.rows[0])
        _ = state.press(.favorite)
        #expect(state.rowToPreview(width: 60) == nil)
        _ = state.take(.success("Marked."), about: address(1), isFavorite: true)
        #expect(state.rowToPreview(width: 60) == state.rows[0] && state.preview?.lines == ["Town 1"])
        _ = state.take(preview: ["Town 1 ★"], of: state.rows[0], width: 60)
        #expect(state.rowToPreview(width: 60) == nil && state.preview?.lines == ["Town 1 ★"])
    }

    @Test func `a map that cannot be drawn is not drawn again`() {
        var state = answered()
        _ = state.press(.map)
        #expect(state.take(map: .failure(.usage("no points")), of: "lon", MapView()) == .draw)
        #expect(state.mapView == nil && state.message == "no points")
    }

    @Test(arguments: [20, 60, 100, 119, 120, 121, 200], [4, 10, 15, 24, 60])
    func `a preview fits every window`(columns: Int, rows: Int) {
        var state = answered(rows: 50)
        let width = LiveLayout(TerminalSize(columns: columns, rows: rows)).previewWidth ?? 0
        let long = String(repeating: "x", count: width)
        _ = state.take(preview: Array(repeating: long, count: 90), of: state.rows[0], width: width)
        let lines = lines(state, columns: columns, rows: rows)
        #expect(lines.count <= rows)
        #expect(lines.allSatisfy { DisplayWidth.of($0) < columns })
    }

    @Test func `the whole window is used`() {
        #expect(lines(answered(rows: 50), columns: 80, rows: 60).count == 52)
    }

    @Test func `counts the total of truncated results once`() {
        var state = answered(rows: 50, isTruncated: true)
        #expect(state.textToCount == "lon")
        #expect(state.take(total: 1_203, of: "other") == .none)
        #expect(state.take(total: 1_203, of: "lon") == .draw)
        #expect(state.textToCount == nil)
        #expect(lines(state, columns: 80).last?.hasPrefix("1 of 1203 ") == true)
        #expect(answered().textToCount == nil)
    }
}
