/// An answer as text in pieces, each made when it is asked for: what stands before the rows, the rows, what stands after.
///
/// A long answer is so never whole in memory, and whoever writes it can stop anywhere.
package struct AnswerText: Sequence, Sendable {
    private let head: String
    private let count: Int
    private let row: @Sendable (Int) -> String
    private let tail: String
    private var isPlain = false

    /// Makes a text of a head, so many rows, and a tail; a row that is empty is no piece.
    package init(_ head: String, rows count: Int, tail: String = "", _ row: @escaping @Sendable (Int) -> String) {
        self.head = head
        self.count = count
        self.row = row
        self.tail = tail
    }

    /// Makes a text of one piece.
    package init(_ whole: String) {
        self.init(whole, rows: 0) { _ in "" }
    }

    /// Makes a text of lines, a piece each.
    init(lines: TextLines) {
        self.init("", rows: lines.count) { lines[$0] + "\n" }
    }

    /// Makes a text of lines, a piece each.
    init(_ lines: [String]) {
        self.init(lines: TextLines(lines))
    }

    /// Makes a text of words, which are wrapped where there is a width.
    init(words: String, _ presentation: Presentation) {
        self.init(presentation.width.map { WrappedText.of(words, width: $0) } ?? words)
    }

    /// The same text for a terminal that shows plain ASCII alone.
    var plain: AnswerText {
        var text = self
        text.isPlain = true
        return text
    }

    /// The pieces in order; none is empty.
    package func makeIterator() -> some IteratorProtocol<String> {
        (-1...count).lazy.map { index in
            let piece = index < 0 ? head : index < count ? row(index) : tail
            return isPlain ? PlainText.of(piece) : piece
        }.filter { !$0.isEmpty }.makeIterator()
    }

    package var whole: String { joined() }
}
