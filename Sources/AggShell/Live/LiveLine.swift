/// The line of a live search while it is typed.
struct LiveLine: Equatable {
    /// What stands in it.
    private(set) var characters: [Character]
    /// How many characters stand before the cursor.
    private(set) var cursor: Int

    /// Makes a line with the cursor at its end.
    init(_ text: String) {
        characters = Array(text)
        cursor = characters.count
    }

    /// The text of the line.
    var text: String { String(characters) }

    /// Does what an editing key does; false for a key that is none.
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

    private var wordStart: Int {
        let blanks = characters[..<cursor].reversed().prefix(while: \.isWhitespace).count
        return cursor - blanks
            - characters[..<(cursor - blanks)].reversed().prefix { !$0.isWhitespace }.count
    }

    /// A mark joins the character before it, so the part before the cursor is read anew.
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
