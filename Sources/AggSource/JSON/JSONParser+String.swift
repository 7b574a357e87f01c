extension JSONParser {
    /// Reads a string; the position is at its opening quotation mark.
    mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> String {
        let start = position + 1
        var end = start
        var seen: UInt8 = 0
        while end < bytes.count {
            let byte = bytes[end]
            if byte == UInt8(ascii: "\"") {
                position = end + 1
                let content = bytes.extracting(start..<end)
                return seen < 0x80 ? asciiText(content) : try text(content, at: start)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(bytes, start, end) }
            guard byte >= 0x20 else { throw controlCharacter(byte, at: end) }
            seen |= byte
            end += 1
        }
        throw JSONError("a string is not closed", offset: start - 1)
    }

    /// Reads a string with escapes, the first of which is at `escape`.
    private mutating func escapedString(
        _ bytes: Span<UInt8>, _ start: Int, _ escape: Int
    ) throws(JSONError) -> String {
        unescaped.removeAll(keepingCapacity: true)
        for index in start..<escape { unescaped.append(bytes[index]) }
        position = escape
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return try text(unescaped.span, at: start)
            case UInt8(ascii: "\\"): try appendEscape(bytes)
            case 0..<0x20: throw controlCharacter(byte, at: position - 1)
            default: unescaped.append(byte)
            }
        }
        throw JSONError("a string is not closed", offset: start - 1)
    }

    /// Appends an escaped character; the position is after the backslash.
    private mutating func appendEscape(_ bytes: Span<UInt8>) throws(JSONError) {
        guard position < bytes.count else { throw error("a string ends in the middle of an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"): appendScalar(try escapedScalar(bytes))
        default:
            throw JSONError("‘\\’ before \(JSONError.character(byte)) is not an escape", offset: position - 2)
        }
    }

    private mutating func appendScalar(_ scalar: Unicode.Scalar) {
        for byte in String(scalar).utf8 { unescaped.append(byte) }
    }

    /// Reads one escaped character or a surrogate pair; the position is after the `u`.
    private mutating func escapedScalar(_ bytes: Span<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let first = try hexadecimals(bytes)
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard UTF16.isLeadSurrogate(first), position + 1 < bytes.count,
            bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
        else {
            return Unicode.Scalar(first) ?? replacement
        }
        let behindFirst = position
        position += 2
        let second = try hexadecimals(bytes)
        guard UTF16.isTrailSurrogate(second) else {
            position = behindFirst
            return replacement
        }
        return Unicode.Scalar(0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))) ?? replacement
    }

    private mutating func hexadecimals(_ bytes: Span<UInt8>) throws(JSONError) -> UInt16 {
        var number: UInt16 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = Self.hexadecimal(bytes[position]) else {
                throw error("‘\\u’ is not followed by four hexadecimal digits")
            }
            number = number << 4 | digit
            position += 1
        }
        return number
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    private func text(_ bytes: Span<UInt8>, at offset: Int) throws(JSONError) -> String {
        let text = bytes.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
        guard let text else { throw JSONError("a string is not valid UTF-8", offset: offset) }
        return text
    }

    /// The text of bytes known to be ASCII, decoded the fast way.
    func asciiText(_ bytes: Span<UInt8>) -> String {
        bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    private func controlCharacter(_ byte: UInt8, at offset: Int) -> JSONError {
        JSONError("a string contains the unescaped control character \(JSONError.character(byte))", offset: offset)
    }
}
