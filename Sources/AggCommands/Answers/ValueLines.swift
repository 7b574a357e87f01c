import AggCore
import AggSearch

/// Names and values for people, one per line.
struct ValueLines {
    private let width: Int?
    private let style: Style

    init(_ presentation: Presentation) {
        width = presentation.width
        style = presentation.style
    }

    /// The lines of names and values; a dash marks a missing value.
    ///
    /// If the names would leave too little room for the values, a long name has a line of its own.
    func lines(_ pairs: [(String, String?)], _ text: SearchText? = nil) -> [String] {
        let names = pairs.map { VisibleText.of($0.0) }
        let longest = names.map { DisplayWidth.of($0) }.max() ?? 0
        let indent = width.map { longest + 4 + Self.leastRoom <= $0 ? longest : max(4, ($0 - 4) / 3) } ?? longest
        let room = width.map { max(4, $0 - indent - 4) }
        return zip(names, pairs).flatMap { name, pair in
            let values = broken(pair.1 ?? "", room)
            let hasOwnLine = DisplayWidth.of(name) > indent
            let lines = values.enumerated().map { index, line in
                let query = Self.unsearched.contains(pair.0) ? nil : text
                let value = pair.1 == nil ? style.dim("—") : style.marking(line, of: line, query)
                let name = DisplayWidth.pad(index == 0 && !hasOwnLine ? name : "", to: indent)
                return "  " + style.dim(name) + (value.isEmpty ? "" : "  " + value)
            }
            return hasOwnLine ? ["  " + style.dim(name)] + lines : lines
        }
    }

    /// The room that values should have.
    private static let leastRoom = 20

    /// The values that a search does not cover.
    private static let unsearched: Set = ["address", "date", "coordinate", "link", "marked", "match"]

    /// The lines of a value, wrapped at spaces if they are too wide; newlines are kept, since this format has one value
    /// per line anyway.
    private func broken(_ value: String, _ room: Int?) -> [String] {
        let lines = value.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
            .map { VisibleText.of(String($0)) }
        guard let room else { return lines }
        return lines.flatMap {
            WrappedText.of($0, width: room).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }
}

extension AnswerTable {
    /// One row at a time, with one value per line; an empty value counts as missing.
    func list(_ presentation: Presentation) -> AnswerText {
        AnswerText("", rows: count) { index in
            let values = zip(columns, row(index)).map { ($0, $1.isEmpty ? nil : $1) }
            let lines = [presentation.style.bold("\(index + 1).")] + ValueLines(presentation).lines(values)
            return lines.joined(separator: "\n") + "\n\n"
        }
    }
}
