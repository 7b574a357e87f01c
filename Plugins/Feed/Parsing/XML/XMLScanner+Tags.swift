import AggSource

/// Tags, and the references in their values.
extension XMLScanner {
    /// The maximum number of attributes of an element; any others are dropped.
    private static let mostAttributes = 1_000

    /// Reads a start or end tag; nil if the current “<” does not start one.
    mutating func tag() -> Token? {
        let isEnd = position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "/")
        let start = position + (isEnd ? 2 : 1)
        guard start < bytes.count, Self.beginsName(bytes[start]) else { return nil }
        position = start
        let name = self.name()
        if isEnd {
            while position < bytes.count, bytes[position] != UInt8(ascii: ">"), bytes[position] != UInt8(ascii: "<") {
                position += 1
            }
            close()
            return .end(name: name)
        }
        var attributes: [XMLAttribute] = []
        while let attribute = attribute() {
            if attributes.count < Self.mostAttributes { attributes.append(attribute) }
        }
        let isEmpty = position < bytes.count && bytes[position] == UInt8(ascii: "/")
        if isEmpty { position += 1 }
        close()
        return .start(name: name, attributes: attributes, isEmpty: isEmpty)
    }

    /// Resolves the references in part of the text, and drops characters that XML does not allow.
    mutating func decoded(_ range: Range<Int>) -> String {
        guard bytes[range].contains(where: { $0 == UInt8(ascii: "&") }) else { return legal(Array(bytes[range])) }
        var result: [UInt8] = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&") {
                if let reference = CharacterReference(in: bytes, at: index, before: range.upperBound) {
                    result += reference.text
                    index = reference.end
                    continue
                }
                position = index
                note("an “&” that does not start a reference")
                position = range.upperBound
            }
            result.append(bytes[index])
            index += 1
        }
        return legal(result)
    }

    /// Text without the control characters that XML does not allow.
    mutating func legal(_ text: [UInt8]) -> String {
        guard text.contains(where: Self.isIllegal) else { return String(decoding: text, as: UTF8.self) }
        note("a control character")
        return String(decoding: text.filter { !Self.isIllegal($0) }, as: UTF8.self)
    }

    private mutating func attribute() -> XMLAttribute? {
        skipBlanks()
        while position < bytes.count, !Self.endsTag(bytes[position]) {
            let name = self.name()
            if !name.isEmpty { return attribute(name) }
            note("an unexpected character in a tag")
            position += 1
            skipBlanks()
        }
        return nil
    }

    private mutating func attribute(_ name: String) -> XMLAttribute {
        skipBlanks()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
            return XMLAttribute(name: name, value: "")
        }
        position += 1
        skipBlanks()
        return XMLAttribute(name: name, value: value())
    }

    private mutating func value() -> String {
        guard position < bytes.count else { return "" }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            note("an unquoted value")
            let start = position
            while position < bytes.count, !Self.isBlank(bytes[position]), bytes[position] != UInt8(ascii: ">") {
                position += 1
            }
            return decoded(start..<position)
        }
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != quote { position += 1 }
        let value = decoded(start..<position)
        if position == bytes.count { note("an unclosed value") } else { position += 1 }
        return value
    }

    private mutating func name() -> String {
        let start = position
        var hasCapitals = false
        while position < bytes.count, Self.isInName(bytes[position]) {
            hasCapitals = hasCapitals || (65...90).contains(bytes[position])
            position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        return hasCapitals ? name.lowercased() : name
    }

    private mutating func close() {
        if position < bytes.count, bytes[position] == UInt8(ascii: ">") {
            position += 1
        } else {
            let isOver = position >= bytes.count
            note(isOver ? "the text ends inside a tag" : "an unclosed tag")
        }
    }

    private mutating func skipBlanks() {
        while position < bytes.count, Self.isBlank(bytes[position]) { position += 1 }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func isIllegal(_ byte: UInt8) -> Bool { byte < 32 && !(9...10).contains(byte) && byte != 13 }

    private static func beginsName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
            || byte >= 128
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        beginsName(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func endsTag(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
    }
}
