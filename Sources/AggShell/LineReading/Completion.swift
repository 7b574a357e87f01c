import AggCommands

/// The possible replacements for the word before the cursor.
package struct Completion: Sendable, Equatable {
    /// A replacement for the word.
    package struct Candidate: Sendable, Equatable {
        /// The replacement text, quoted as the grammar requires.
        package var text: String
        /// The text shown in the list of candidates.
        package var display: String
        /// Whether a space follows if this is the only candidate.
        package var appendsBlank: Bool

        /// Creates a candidate; by default the list shows the text to insert.
        package init(_ text: String, display: String? = nil, appendsBlank: Bool = true) {
            self.text = text
            self.display = display ?? text
            self.appendsBlank = appendsBlank
        }
    }

    /// The offset of the word's first character in the line, in characters; the word ends at the cursor.
    package var start: Int
    /// The candidates, in list order.
    package var candidates: [Candidate]
    /// Whether there are more candidates; their common prefix is then not inserted.
    package var isCut: Bool

    /// Creates a completion of the word that starts at `start`.
    package init(start: Int, candidates: [Candidate], isCut: Bool = false) {
        self.start = start
        self.candidates = candidates
        self.isCut = isCut
    }
}

/// Finds the candidates for the word before the cursor of a line.
///
/// The cursor is an offset in characters. The answer is awaited for a fifth of a second at most, so it must come from
/// memory or the local store.
package typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completion

/// The effect of a press of Tab on a line: a pure function of the line, its cursor, and the candidates.
enum CompletionEdit: Equatable {
    /// There are no candidates: ring the bell.
    case none
    /// Replace the characters from `start` to the cursor with `text`; `isFinal` if there was only one candidate.
    case replace(start: Int, text: String, isFinal: Bool)
    /// There are several candidates, with no more in common than the typed text: ring the bell, and list them at the
    /// next Tab.
    case ambiguous
    /// Show the candidates.
    case list

    /// Determines the effect; `isRepeated` means that the last key was also a Tab and left the line as it is now.
    init(line: String, cursor: Int, completion: Completion, isRepeated: Bool) {
        let characters = Array(line)
        guard let first = completion.candidates.first, (0...cursor).contains(completion.start),
            cursor <= characters.count
        else {
            self = .none
            return
        }
        if completion.candidates.count == 1 {
            let blank = first.appendsBlank && !characters[cursor...].starts(with: " ") ? " " : ""
            self = .replace(start: completion.start, text: first.text + blank, isFinal: true)
            return
        }
        guard !completion.isCut else {
            self = isRepeated ? .list : .ambiguous
            return
        }
        let word = String(characters[completion.start..<cursor])
        let common = Self.commonPrefix(completion.candidates.map(\.text))
        // A shorter common prefix would remove typed text, e.g. if the candidates differ in case.
        if common.count > word.count || (common.count == word.count && common != word) {
            self = .replace(start: completion.start, text: common, isFinal: false)
        } else {
            self = isRepeated ? .list : .ambiguous
        }
    }

    /// The longest common prefix of all texts, in whole characters.
    static func commonPrefix(_ texts: [String]) -> String {
        guard var prefix = texts.first.map({ $0[...] }) else { return "" }
        for text in texts.dropFirst() {
            let length = zip(prefix, text).prefix { $0 == $1 }.count
            prefix = prefix.prefix(length)
        }
        return String(prefix)
    }
}

/// Arranges the candidates of a completion in columns, read downwards, as wide as the terminal allows.
enum CandidateColumns {
    /// The maximum number of candidates shown.
    static let limit = 100

    /// The lines for these candidates on a terminal with the given number of columns; `isCut` means that there are
    /// more.
    static func lines(_ candidates: [String], isCut: Bool = false, columns: Int) -> [String] {
        let cells = candidates.prefix(limit).map { DisplayWidth.cut(VisibleText.of($0), to: columns - 1) }
        let widths = cells.map { DisplayWidth.of($0) }
        let cellWidth = (widths.max() ?? 0) + 2
        let perLine = max(1, min(cells.count, (columns + 1) / cellWidth))
        let rows = (cells.count + perLine - 1) / perLine
        var lines = (0..<rows).map { row in
            stride(from: row, to: cells.count, by: rows).map { index in
                let isLast = index + rows >= cells.count
                return isLast ? cells[index] : cells[index] + String(repeating: " ", count: cellWidth - widths[index])
            }.joined()
        }
        if isCut {
            lines.append("… and more")
        } else if candidates.count > limit {
            lines.append("… and \(candidates.count - limit) more")
        }
        return lines
    }
}
