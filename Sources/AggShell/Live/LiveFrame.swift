import AggCommands
import AggCore

/// The layout of a live search on a terminal: the line, the rows around the chosen one, and a footer.
struct LiveFrame: Equatable {
    /// The lines, which leave the terminal's last column free; the first is the one being typed.
    let lines: [String]
    /// The column of the cursor in the first line.
    let cursorColumn: Int

    private static let longHelp =
        "Enter: choose, Tab: multi-select, Ctrl-F: favorite, Ctrl-O: open, Ctrl-T: map, Ctrl-R: filter, Esc: quit"
    private static let shortHelp = "Esc: quit"
    private static let helps = [
        longHelp, "Enter: choose, Ctrl-F: favorite, Esc: quit", "Enter: choose, Esc: quit", shortHelp,
    ]
    /// The columns reserved for the summary of the answer: "1 of 50+".
    private static let leastAnswer = 8

    init(_ state: LiveState, size: TerminalSize, style: Style) {
        let width = max(1, size.columns - 1)
        let prompt = DisplayWidth.cut(size.columns < 20 ? "> " : "live> ", to: width - 1)
        let line = Self.line(state.line, width: width - DisplayWidth.of(prompt))
        cursorColumn = DisplayWidth.of(prompt) + line.cursorColumn
        var lines = [prompt + line.text]
        let layout = LiveLayout(size)
        if layout.room > 0 { lines += Self.body(state, layout, style: style) }
        if size.rows > 2 {
            let footer = DisplayWidth.cut(Self.footer(state, width: width), to: width)
            lines.append(style.text(footer, state.hasFailed ? .error : .secondary))
        }
        self.lines = lines
    }

    /// The part of the line around the cursor that fits.
    private static func line(_ line: LiveLine, width: Int) -> (text: String, cursorColumn: Int) {
        var before: [String] = []
        var column = 0
        for character in line.characters[..<line.cursor].reversed() {
            let shown = VisibleText.of(String(character))
            guard column + DisplayWidth.of(shown) < width else { break }
            before.append(shown)
            column += DisplayWidth.of(shown)
        }
        var text = before.reversed().joined()
        var used = column
        for character in line.characters[line.cursor...] {
            let shown = VisibleText.of(String(character))
            guard used + DisplayWidth.of(shown) <= width else { break }
            text += shown
            used += DisplayWidth.of(shown)
        }
        return (text, column)
    }

    /// The lines between the input line and the footer.
    private static func body(_ state: LiveState, _ layout: LiveLayout, style: Style) -> [String] {
        switch state.view {
        case .map(let lines): return Array(lines.prefix(layout.room)).map { DisplayWidth.cut($0, to: layout.width) }
        case .facets(let facets, let chosen):
            return Self.facets(facets, chosen: chosen, room: layout.room, width: layout.width, style: style)
        case .records:
            guard let preview = state.preview, !state.rows.isEmpty, layout.previewWidth != nil else {
                return rows(state, room: layout.room, width: layout.width, style: style)
            }
            let rows = rows(state, room: layout.rowCount, width: layout.rowWidth, style: style)
            return layout.joined(rows, preview.lines, style: style)
        }
    }

    private static func rows(_ state: LiveState, room: Int, width: Int, style: Style) -> [String] {
        let first = min(max(0, state.chosen - room / 2), max(0, state.rows.count - room))
        let shown = Array(state.rows.dropFirst(first).prefix(room))
        return LiveList.lines(
            shown, matching: state.matched, chosen: state.chosen - first, selected: state.selected, width: width,
            style: style)
    }

    private static func facets(
        _ facets: [LiveFacet], chosen: Int, room: Int, width: Int, style: Style
    ) -> [String] {
        let first = min(max(0, chosen - room / 2), max(0, facets.count - room))
        let shown = facets.indices.dropFirst(first).prefix(room)
        let names = facets.map { VisibleText.of($0.column) }
        let widest = min(shown.map { DisplayWidth.of(names[$0]) }.max() ?? 0, width / 3)
        return shown.map { index in
            let facet = facets[index]
            let isHead = index == first || names[index - 1] != names[index]
            let name = DisplayWidth.pad(isHead ? DisplayWidth.cut(names[index], to: widest) : "", to: widest)
            let count = "  \(facet.count)"
            let value = DisplayWidth.cut(VisibleText.of(facet.value), to: width - widest - 4 - count.count)
            let text = "\(index == chosen ? "> " : "  ")\(name)  \(value)\(count)"
            let line = DisplayWidth.cut(text, to: width)
            return index == chosen ? style.reversed.text(line) : line
        }
    }

    /// If space is short, the list of keys is shortened first, since the summary of the answer says how fresh it is; the
    /// key that quits is dropped last.
    private static func footer(_ state: LiveState, width: Int) -> String {
        if let message = state.message { return VisibleText.of(message) }
        switch state.view {
        case .facets: return "Enter: filter the matches, Esc: back"
        case .map: return "Arrows: pan, + and -: zoom, Esc: back"
        case .records: break
        }
        guard let output = state.output else { return "…" }
        if state.rows.isEmpty, state.isCurrent, state.text.allSatisfy(\.isWhitespace) {
            let nothing = state.report?.answer.isOfFavorites == true ? "No favorites yet" : "No unread records"
            return "\(nothing); type to search, or press Esc to quit"
        }
        let selection = state.selected.isEmpty ? "" : "\(state.selected.count) selected · "
        let footer = LiveList.footer(
            output, chosen: state.chosen, total: state.total, isOffline: state.isOffline)
        let answer = "\(selection)\(footer)\(state.isCurrent ? "" : " …")"
        func room(beside help: String) -> Int { width - DisplayWidth.of(help) - 3 }
        if let help = helps.first(where: { DisplayWidth.of(answer) <= room(beside: $0) }) {
            return "\(answer) · \(help)"
        }
        let room = room(beside: shortHelp)
        return room >= leastAnswer ? "\(DisplayWidth.cut(answer, to: room)) · \(shortHelp)" : answer
    }
}
