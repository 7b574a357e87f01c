import AggCommands

/// The answers of a repeated command at a terminal: each fills the screen, with the differences from the previous one in
/// reverse video.
struct WatchScreen {
    private var last: [String] = []

    /// The text that draws an answer; lines that don't fit are cut.
    mutating func frame(_ title: String, _ answer: String, size: TerminalSize, style: Style) -> String {
        let width = max(1, size.columns - 1)
        let lines = answer.split(separator: "\n", omittingEmptySubsequences: false).prefix(max(1, size.rows - 3))
            .map { DisplayWidth.cut(String($0), to: width) }
        let shown = lines.enumerated().map { index, line -> String in
            guard !last.isEmpty else { return line }
            return Self.marked(line, against: last.indices.contains(index) ? last[index] : "", style)
        }
        last = lines
        let head = [style.text(DisplayWidth.cut(title, to: width), .secondary), ""]
        return "\u{1B}[H" + (head + shown).map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J"
    }

    /// A line in which the characters that differ from another line are in reverse video, except in times and ages.
    private static func marked(_ line: String, against former: String, _ style: Style) -> String {
        if line == former || lasting(line) == lasting(former) { return line }
        let (new, old) = (Array(line), Array(former))
        var text = ""
        var run = ""
        for (index, character) in new.enumerated() {
            if index < old.count, old[index] == character {
                text += style.reversed.text(run) + String(character)
                run = ""
            } else {
                run.append(character)
            }
        }
        return text + style.reversed.text(run)
    }

    /// The words of a line without durations such as “12 s”, which change by themselves.
    private static func lasting(_ line: String) -> [Substring] {
        let words = line.split(separator: " ")
        return words.indices.filter { index in
            let next = index + 1 < words.count ? words[index + 1].prefix { $0.isLetter } : ""
            let isNumber = words[index].allSatisfy { $0.isNumber || $0 == "." }
            return !(isNumber && units.contains(next)) && !units.contains(words[index].prefix { $0.isLetter })
        }.map { words[$0] }
    }

    private static let units: Set<Substring> = ["ms", "s", "min", "h", "d", "days", "day"]
}
