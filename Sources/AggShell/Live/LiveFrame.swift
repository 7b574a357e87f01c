import AggCommands

/// The layout of a live search on a terminal: the line, the rows around the chosen one, and a footer.
struct LiveFrame: Equatable {
    /// The lines, which leave the terminal's last column free; the first is the one being typed.
    let lines: [String]
    /// The column of the cursor in the first line.
    let cursorColumn: Int

    private static let help = "Enter chooses, Ctrl-F favorite, Esc leaves"
    private static let shortHelp = "Esc leaves"
    /// The columns reserved for the summary of the answer: "1 of 50+".
    private static let leastAnswer = 8
    /// The maximum number of rows shown.
    private static let most = 20

    init(_ state: LiveState, size: TerminalSize, style: Style) {
        let width = max(1, size.columns - 1)
        let prompt = DisplayWidth.cut(size.columns < 20 ? "> " : "live> ", to: width - 1)
        let line = Self.line(state.line, width: width - DisplayWidth.of(prompt))
        cursorColumn = DisplayWidth.of(prompt) + line.cursorColumn
        var lines = [prompt + line.text]
        let room = min(Self.most, size.rows - 3)
        if room > 0 { lines += Self.rows(state, room: room, width: width, style: style) }
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

    private static func rows(_ state: LiveState, room: Int, width: Int, style: Style) -> [String] {
        let first = min(max(0, state.chosen - room / 2), max(0, state.rows.count - room))
        let shown = Array(state.rows.dropFirst(first).prefix(room))
        return LiveList.lines(
            shown, matching: state.matched, chosen: state.chosen - first, width: width, style: style)
    }

    /// If space is short, the summary of the answer is dropped before the keys; the last one kept is the key that
    /// leaves.
    private static func footer(_ state: LiveState, width: Int) -> String {
        if let message = state.message { return VisibleText.of(message) }
        guard let output = state.output else { return "…" }
        if state.rows.isEmpty, state.isCurrent, state.text.allSatisfy(\.isWhitespace) {
            return "No favorites yet; type to search. Esc leaves"
        }
        let answer = "\(LiveList.footer(output, chosen: state.chosen))\(state.isCurrent ? "" : " …")"
        let rooms = [help, shortHelp].map { (help: $0, room: width - DisplayWidth.of($0) - 3) }
        guard let fitting = rooms.first(where: { $0.room >= leastAnswer }) else { return answer }
        return "\(DisplayWidth.cut(answer, to: fitting.room)) · \(fitting.help)"
    }
}
