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
