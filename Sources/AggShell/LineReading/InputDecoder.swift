/// Turns the bytes of a terminal into characters and pasted text, whatever pieces they arrive in.
struct InputDecoder {
    /// What the bytes say next.
    enum Event: Equatable {
        /// A character, also one of a key's escape sequence.
        case scalar(Unicode.Scalar)
        /// A whole paste.
        case paste(PastedText)
        /// What could be the beginning of a paste; a lone escape may as well be the Escape key. Wait for a moment.
        case partialEscape(isLone: Bool)
        /// More bytes are needed, however long that takes.
        case nothing
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteBegin = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    private var head = 0
    private var isPasting = false
    private var scanned = 0

    /// Adds bytes that have been read.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes.removeFirst(head)
        scanned -= min(head, scanned)
        head = 0
        bytes += more
    }

    /// Whether anything but tabs waits to be taken.
    var holdsMoreThanTabs: Bool {
        bytes[head...].contains { $0 != UInt8(ascii: "\t") }
    }

    /// Takes the next event, where `isLate` says that the moment for the rest of an escape sequence is over.
    mutating func next(isLate: Bool = false) -> Event {
        if isPasting { return nextPaste() }
        guard head < bytes.count else { return .nothing }
        if bytes[head] == Self.escape {
            let rest = bytes[head...]
            if rest.starts(with: Self.pasteBegin) {
                head += Self.pasteBegin.count
                scanned = head
                isPasting = true
                return nextPaste()
            }
            if !isLate, Self.pasteBegin.starts(with: rest) { return .partialEscape(isLone: rest.count == 1) }
        }
        return nextScalar()
    }

    private mutating func nextPaste() -> Event {
        let mark = Self.pasteEnd
        var index = scanned
        while index + mark.count <= bytes.count {
            if bytes[index] == Self.escape, bytes[index...].starts(with: mark) {
                let text = PastedText(bytes[head..<index])
                head = index + mark.count
                isPasting = false
                return .paste(text)
            }
            index += 1
        }
        scanned = index
        return .nothing
    }

    private mutating func nextScalar() -> Event {
        let length: Int
        switch bytes[head] {
        case ..<0x80: length = 1
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: length = 0
        }
        guard length > 0 else {
            head += 1
            return .scalar("\u{FFFD}")
        }
        for offset in 1..<max(length, 1) where head + offset < bytes.count && bytes[head + offset] & 0xC0 != 0x80 {
            head += offset
            return .scalar("\u{FFFD}")
        }
        guard head + length <= bytes.count else { return .nothing }
        let scalars = String(decoding: bytes[head..<head + length], as: UTF8.self).unicodeScalars
        head += length
        return .scalar(scalars.count == 1 ? scalars.first ?? "\u{FFFD}" : "\u{FFFD}")
    }
}
