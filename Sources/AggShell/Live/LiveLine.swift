/// The line being typed in a live search.
struct LiveLine: Equatable {
    private(set) var characters: [Character]
    /// The number of characters before the cursor.
    private(set) var cursor: Int

    /// Creates a line with the cursor at its end.
    init(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }

    /// Applies an editing key; false if the key is not one.
    mutating func edit(_ key: LiveKey) -> Bool {
        switch key {
        case .text(let text): insert(text)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = characters.count
        case .backspace: remove(from: max(0, cursor - 1), to: cursor)
        case .delete: remove(from: cursor, to: min(characters.count, cursor + 1))
        case .deleteWord: remove(from: wordStart, to: cursor)
        case .deleteToStart: remove(from: 0, to: cursor)
        case .deleteToEnd: remove(from: cursor, to: characters.count)
        default: return false
        }
        return true
    }

    /// Adds a word at the end.
    mutating func append(_ word: String) {
        let blank = characters.last.map(\.isWhitespace) ?? true ? "" : " "
        self = LiveLine(text + blank + word + " ")
    }

    private var wordStart: Int {
        let blanks = characters[..<cursor].reversed().prefix(while: \.isWhitespace).count
        return cursor - blanks
            - characters[..<(cursor - blanks)].reversed().prefix { !$0.isWhitespace }.count
    }

    /// A combining mark joins the character before it, so the part before the cursor is parsed again.
    private mutating func insert(_ text: String) {
        let before = Array(String(characters[..<cursor].suffix(1)) + text)
        let start = max(0, cursor - 1)
        characters.replaceSubrange(start..<cursor, with: before)
        cursor = start + before.count
    }

    private mutating func remove(from start: Int, to end: Int) {
        characters.removeSubrange(start..<end)
        cursor = start
    }
}
