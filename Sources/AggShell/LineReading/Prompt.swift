/// A prompt in the form libedit wants: plain ASCII, with its color sequences between marks.
///
/// libedit gives an escape sequence to the character after it, and loses one that has none; a blank is added there. What is
/// not ASCII becomes a question mark, since it ends the process under some character sets.
struct Prompt: Equatable {
    /// The mark on both sides of an escape sequence.
    static let mark: Unicode.Scalar = "\u{1}"

    /// The text for libedit.
    let marked: String
    /// What is seen of it.
    let visible: String

    /// Takes a text that may hold color sequences.
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
