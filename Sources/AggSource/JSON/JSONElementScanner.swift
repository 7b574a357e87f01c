/// Finds the end of a JSON value in a stream, without interpreting the value.
struct JSONElementScanner: Sendable {
    private enum Kind { case text, container, scalar }

    /// Whether the scanner is in the middle of a value.
    private(set) var isInside = false
    private var kind = Kind.scalar
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Starts a value at its first byte, which the next call to `end` sees again.
    mutating func begin(with byte: UInt8) {
        isInside = true
        depth = 0
        isInString = false
        isEscaped = false
        switch byte {
        case UInt8(ascii: "\""): kind = .text
        case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .container
        default: kind = .scalar
        }
    }

    /// The position after the current value, or nil if the value continues beyond these bytes.
    mutating func end(in bytes: Span<UInt8>, from start: Int) -> Int? {
        guard kind != .scalar else { return scalarEnd(in: bytes, from: start) }
        var position = start
        while position < bytes.count {
            if isInString {
                guard let end = stringEnd(in: bytes, from: position) else { return nil }
                position = end
                if kind == .text { return finish(at: position) }
                continue
            }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return finish(at: position) }
            default: break
            }
        }
        return nil
    }

    private mutating func stringEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var position = start
        if isEscaped, position < bytes.count {
            isEscaped = false
            position += 1
        }
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                isInString = false
                return position
            }
            if byte == UInt8(ascii: "\\") {
                guard position < bytes.count else {
                    isEscaped = true
                    return nil
                }
                position += 1
            }
        }
        return nil
    }

    private mutating func scalarEnd(in bytes: Span<UInt8>, from start: Int) -> Int? {
        for position in start..<bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): return finish(at: position)
            case let byte where byte.isJSONBlank: return finish(at: position)
            default: continue
            }
        }
        return nil
    }

    private mutating func finish(at position: Int) -> Int {
        isInside = false
        return position
    }
}
