/// A prompt in libedit's format: plain ASCII, with its color sequences between marks.
///
/// libedit attaches an escape sequence to the next character and drops one at the end, so a space is added there.
/// Non-ASCII characters become question marks, because they make libedit crash the process under some character sets.
struct Prompt: Equatable {
    /// The mark on both sides of an escape sequence.
    static let mark: Unicode.Scalar = "\u{1}"

    /// The text for libedit.
    let marked: String
    /// The visible text.
    let visible: String

    /// Creates a prompt from text that may contain color sequences.
    init(_ text: String) {
        var marked = String.UnicodeScalarView()
        var visible = String.UnicodeScalarView()
        var isInSequence = false
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1B}" {
                if !isInSequence { marked.append(Self.mark) }
                isInSequence = true
                marked.append(scalar)
                while let part = rest.popFirst() {
                    marked.append(part)
                    if part != "[", (0x40...0x7E).contains(part.value) { break }
                }
                continue
            }
            if isInSequence { marked.append(Self.mark) }
            isInSequence = false
            let shown: Unicode.Scalar = (0x20...0x7E).contains(scalar.value) ? scalar : "?"
            marked.append(shown)
            visible.append(shown)
        }
        if isInSequence {
            marked.append(contentsOf: [Self.mark, " "])
            visible.append(" ")
        }
        self.marked = String(marked)
        self.visible = String(visible)
    }
}
