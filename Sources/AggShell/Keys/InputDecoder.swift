/// Turns the bytes of a terminal into characters and pasted text, whatever pieces they arrive in.
struct InputDecoder {
    /// What the bytes say next.
    enum Event: Equatable {
        /// A character, also the escape of the Escape key or before the character of an Alt key.
        case scalar(Unicode.Scalar)
        /// The whole escape sequence of a key, without its escape.
        case sequence(String)
        /// An escape sequence that will not become one, gone without its end.
        case brokenSequence
        /// A whole paste.
        case paste(PastedText)
        /// The beginning of an escape sequence; a lone escape may as well be the Escape key. Wait for a moment.
        case partialEscape(isLone: Bool)
        /// More bytes are needed, however long that takes.
        case nothing
    }

    private static let escape: UInt8 = 0x1B
    private static let pasteBegin = "[200~"
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

    /// The first byte that waits to be taken.
    var first: UInt8? { head < bytes.count ? bytes[head] : nil }

    /// Whether anything but tabs waits to be taken.
    var holdsMoreThanTabs: Bool {
        bytes[head...].contains { $0 != UInt8(ascii: "\t") }
    }

    /// Takes the next event, where `isLate` says that the moment for the rest of an escape sequence is over.
    mutating func next(isLate: Bool = false) -> Event {
        if isPasting { return nextPaste() }
        guard head < bytes.count else { return .nothing }
        if bytes[head] == Self.escape, let event = nextSequence(isLate: isLate) { return event }
        return nextScalar()
    }

    /// Takes an escape sequence; nil if the escape is a character.
    private mutating func nextSequence(isLate: Bool) -> Event? {
        let rest = bytes[head...]
        switch EscapeSequence(rest) {
        case .none:
            return nil
        case .partial where !isLate:
            return .partialEscape(isLone: rest.count == 1)
        case .partial:
            guard rest.count > 1 else { return nil }
            head = bytes.count
            return .brokenSequence
        case .broken(let count):
            head += count
            return .brokenSequence
        case .whole(let count):
            let sequence = String(decoding: rest.dropFirst().prefix(count - 1), as: UTF8.self)
            head += count
            guard sequence == Self.pasteBegin else { return .sequence(sequence) }
            scanned = head
            isPasting = true
            return nextPaste()
        }
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

/// Text pasted into the terminal, made fit to stand in a line.
///
/// Tabs become blanks and other control characters vanish, so that nothing pasted can act as a key.
struct PastedText: Equatable {
    /// Has the terminal set marks around pasted text, and no more.
    static let marksOn = "\u{1B}[?2004h"
    static let marksOff = "\u{1B}[?2004l"

    /// The lines that ended with a line break.
    var lines: [String]
    /// What came after the last line break.
    var rest: String

    /// Takes the bytes between the terminal's two marks.
    init(_ bytes: some Collection<UInt8>) {
        lines = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r":
                break
            case "\r", "\n":
                lines.append(String(line))
                line = String.UnicodeScalarView()
            case "\t":
                line.append(" ")
            case _ where scalar.properties.generalCategory == .control:
                break
            default:
                line.append(scalar)
            }
            previous = scalar
        }
        rest = String(line)
    }
}
