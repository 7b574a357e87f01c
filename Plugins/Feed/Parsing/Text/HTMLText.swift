/// What a person reads of a piece of HTML.
enum HTMLText {
    /// The text of HTML, its lines parted by line feeds; nil where there is none.
    ///
    /// Tags go, blocks and breaks part lines, references are resolved, blanks run together. What only looks like a tag, as
    /// the `<T>` in `Array<T>`, stays.
    static func lines(_ html: String) -> String? {
        var reader = HTMLTextReader(Array(html.utf8))
        let text = reader.read()
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// The text of HTML on one line; nil where there is none.
    static func line(_ html: String) -> String? {
        lines(html).map(oneLine)
    }

    /// Plain text on one line, blanks run together; nil where there is none.
    static func plainLine(_ text: String) -> String? {
        let line = oneLine(text)
        return line.isEmpty ? nil : line
    }

    /// Plain text on one line in which references were written against the rules; nil where nothing is left.
    static func plainLineWithReferences(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.contains(UInt8(ascii: "&")) else { return plainLine(text) }
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let reference = CharacterReference(in: bytes, at: index, before: bytes.count)
            {
                result += reference.text
                index = reference.end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return plainLine(String(decoding: result, as: UTF8.self))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
