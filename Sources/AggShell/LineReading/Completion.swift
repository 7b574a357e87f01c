import AggCommands

/// What may stand in place of the word before the cursor.
package struct Completion: Sendable, Equatable {
    /// One way to finish the word.
    package struct Candidate: Sendable, Equatable {
        /// The text that takes the place of the word, quoted as the grammar of the line wants it.
        package var text: String
        /// The text shown in the list of candidates.
        package var display: String
        /// Whether a blank follows when this is the only candidate.
        package var appendsBlank: Bool

        /// Makes a candidate; without a text for the list it is shown as it is inserted.
        package init(_ text: String, display: String? = nil, appendsBlank: Bool = true) {
            self.text = text
            self.display = display ?? text
            self.appendsBlank = appendsBlank
        }
    }

    /// The offset of the word's first character in the line, in characters; the word ends at the cursor.
    package var start: Int
    /// What fits, in the order of the list.
    package var candidates: [Candidate]
    /// Whether more would fit: then what the candidates have in common is not inserted.
    package var isCut: Bool

    /// Makes a completion of the word that begins at `start`.
    package init(start: Int, candidates: [Candidate], isCut: Bool = false) {
        self.start = start
        self.candidates = candidates
        self.isCut = isCut
    }
}

/// Finds the candidates for the word before the cursor of a line.
///
/// The cursor is an offset in characters. The answer is awaited for a fifth of a second at most, so it must come from
/// what is in memory or in the local store.
package typealias Completer = @Sendable (_ line: String, _ cursor: Int) async -> Completion

/// What one press of Tab does to a line: a pure rule over the line, its cursor and the candidates.
enum CompletionEdit: Equatable {
    /// Nothing fits: ring the bell.
    case none
    /// Put `text` in place of the characters from `start` to the cursor; `isFinal` when there was one candidate.
    case replace(start: Int, text: String, isFinal: Bool)
    /// Several fit and have no more in common than what is typed: ring the bell, list them at the next Tab.
    case ambiguous
    /// Show the candidates.
    case list

    /// Decides for a line, with `isRepeated` when the last key was a Tab that left the line as it is now.
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
        // A shorter common prefix would take away what was typed, as where the candidates differ in case.
        if common.count > word.count || (common.count == word.count && common != word) {
            self = .replace(start: completion.start, text: common, isFinal: false)
        } else {
            self = isRepeated ? .list : .ambiguous
        }
    }

    /// The longest text that all texts begin with, in whole characters.
    static func commonPrefix(_ texts: [String]) -> String {
        guard var prefix = texts.first.map({ $0[...] }) else { return "" }
        for text in texts.dropFirst() {
            let length = zip(prefix, text).prefix { $0 == $1 }.count
            prefix = prefix.prefix(length)
        }
        return String(prefix)
    }
}

/// Lays out the candidates of a completion in columns, read downwards, as wide as the terminal allows.
enum CandidateColumns {
    /// The most candidates shown at once.
    static let limit = 100

    /// The lines to show for these candidates, of more than there are where the list is cut, on a terminal of that many
    /// columns.
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
