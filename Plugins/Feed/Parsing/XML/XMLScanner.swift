import AggSource

/// Reads the markup of an XML text, token by token, and continues after mistakes that feeds make.
///
/// It works only on the text: it resolves no URLs and opens no files. A document type is skipped; one that declares
/// entities is rejected, so that no reference can expand.
struct XMLScanner {
    /// A token of the text.
    enum Token: Equatable {
        /// A start tag; `isEmpty` if it also ends the element.
        case start(name: String, attributes: [XMLAttribute], isEmpty: Bool)
        /// An end tag.
        case end(name: String)
        /// Text with resolved references.
        case text(String)
        /// The end of the text.
        case over
    }

    let bytes: [UInt8]
    var position = 0
    /// The first error and where it was; nil as long as the text is well-formed.
    private(set) var fault: XMLFault?

    /// Creates a scanner for UTF-8 text.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the next token.
    ///
    /// - Throws: `SourceError.invalidData` if the text declares entities.
    mutating func next() throws(SourceError) -> Token {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else { return .text(text()) }
            if starts(with: "<![CDATA[") { return .text(literalText()) }
            if starts(with: "<!--") {
                skip(past: "-->", "an unclosed comment")
            } else if starts(with: "<!DOCTYPE") || starts(with: "<!doctype") {
                try skipDocumentType()
            } else if starts(with: "<?") {
                skip(past: "?>", "an unclosed instruction")
            } else if starts(with: "<!") {
                skip(past: ">", "an unclosed declaration")
            } else if let token = tag() {
                return token
            } else {
                note("a “<” that does not start a tag")
                position += 1
                return .text("<")
            }
        }
        return .over
    }

    /// Records an error at the current position; only the first one counts.
    mutating func note(_ reason: @autoclosure () -> String) {
        guard fault == nil else { return }
        fault = XMLFault(reason: reason(), line: line)
    }

    /// The current line, starting at 1.
    var line: Int { bytes[..<min(position, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1 }

    /// Text up to the next tag.
    private mutating func text() -> String {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return decoded(start..<position)
    }

    /// The text of a CDATA section, or the rest of the document if the section has no end.
    private mutating func literalText() -> String {
        let start = position + "<![CDATA[".utf8.count
        let end = find("]]>", from: start)
        if end == nil { note("an unclosed CDATA section") }
        position = end.map { $0 + 3 } ?? bytes.count
        return legal(Array(bytes[min(start, bytes.count)..<(end ?? bytes.count)]))
    }

    /// Skips a document type; its internal subset may contain anything except entities.
    ///
    /// Its comments and processing instructions are ignored.
    private mutating func skipDocumentType() throws(SourceError) {
        var depth = 0
        while position < bytes.count {
            if starts(with: "<!--") {
                skip(past: "-->", "an unclosed comment")
                continue
            }
            if starts(with: "<?") {
                skip(past: "?>", "an unclosed instruction")
                continue
            }
            switch bytes[position] {
            case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: ">"): depth -= 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                let quote = bytes[position]
                repeat { position += 1 } while position < bytes.count && bytes[position] != quote
            default: break
            }
            if starts(with: "<!ENTITY") {
                throw .invalidData("at line \(line): the document declares entities, which agg does not support")
            }
            position += 1
            if depth == 0 { return }
        }
        note("an unclosed document type")
    }

    private mutating func skip(past mark: StaticString, _ reason: String) {
        guard let end = find(mark, from: position + 2) else {
            note(reason)
            position = bytes.count
            return
        }
        position = end + mark.utf8CodeUnitCount
    }

    func starts(with mark: StaticString) -> Bool { matches(mark, at: position) }

    private func matches(_ mark: StaticString, at index: Int) -> Bool {
        let count = mark.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        return mark.withUTF8Buffer { letters in
            for offset in 0..<count where bytes[index + offset] != letters[offset] { return false }
            return true
        }
    }

    private func find(_ mark: StaticString, from start: Int) -> Int? {
        guard start <= bytes.count else { return nil }
        let first = mark.withUTF8Buffer { $0[0] }
        return bytes[start...].indices.first { bytes[$0] == first && matches(mark, at: $0) }
    }
}

/// A name and its value in a start tag; the name is lowercase and includes its prefix.
struct XMLAttribute: Equatable {
    var name: String
    var value: String
}

/// A well-formedness error in an XML text.
struct XMLFault: Equatable {
    /// The error, as part of a sentence.
    var reason: String
    /// The line, starting at 1.
    var line: Int
}
