/// Converts the bytes of a terminal into characters and pasted text, however they are split.
struct InputDecoder {
    /// The next thing in the bytes.
    enum Event: Equatable {
        /// A character, or the escape of the Escape key or of an Alt key's sequence.
        case scalar(Unicode.Scalar)
        /// The complete escape sequence of a key, without its escape.
        case sequence(String)
        /// An invalid escape sequence, removed without its end.
        case brokenSequence
        /// A complete paste.
        case paste(PastedText)
        /// The start of an escape sequence; a lone escape may also be the Escape key. Wait for a moment.
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

    /// Adds bytes that were read.
    mutating func append(_ more: some Collection<UInt8>) {
        bytes.removeFirst(head)
        scanned -= min(head, scanned)
        head = 0
        bytes += more
    }

    /// The first byte not consumed yet.
    var first: UInt8? { head < bytes.count ? bytes[head] : nil }

    /// Whether any remaining byte is not a tab.
    var holdsMoreThanTabs: Bool {
        bytes[head...].contains { $0 != UInt8(ascii: "\t") }
    }

    /// Consumes the next event; `isLate` means that the rest of an escape sequence is no longer expected.
    mutating func next(isLate: Bool = false) -> Event {
        if isPasting { return nextPaste() }
        guard head < bytes.count else { return .nothing }
        if bytes[head] == Self.escape, let event = nextSequence(isLate: isLate) { return event }
        return nextScalar()
    }

    /// Consumes an escape sequence; nil if the escape is a character.
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

/// Text pasted into the terminal, cleaned up for use in a line.
///
/// Tabs become spaces and other control characters are removed, so that nothing pasted can act as a key.
struct PastedText: Equatable {
    /// Makes the terminal put marks around pasted text; `marksOff` ends that.
    static let marksOn = "\u{1B}[?2004h"
    static let marksOff = "\u{1B}[?2004l"

    /// The lines that end with a line break.
    var lines: [String]
    /// The text after the last line break.
    var rest: String

    /// Parses the bytes between the terminal's two marks.
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
