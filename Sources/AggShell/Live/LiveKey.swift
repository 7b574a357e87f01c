/// A key in a live search.
enum LiveKey: Equatable {
    /// A character, or pasted text.
    case text(String)
    case up, down, pageUp, pageDown
    case left, right, home, end
    case backspace, delete, deleteWord, deleteToStart, deleteToEnd
    case enter, favorite, escape, endOfInput, redraw
    case select, open, map, narrow

    /// The key for a control character; nil if it does nothing.
    init?(control scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x01: self = .home
        case 0x02: self = .left
        case 0x04: self = .endOfInput
        case 0x05: self = .end
        case 0x06: self = .favorite
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .select
        case 0x0A, 0x0D: self = .enter
        case 0x0B: self = .deleteToEnd
        case 0x0C: self = .redraw
        case 0x0E: self = .down
        case 0x0F: self = .open
        case 0x10: self = .up
        case 0x12: self = .narrow
        case 0x14: self = .map
        case 0x15: self = .deleteToStart
        case 0x17: self = .deleteWord
        default: return nil
        }
    }

    /// The action of a named key; nil if it does nothing.
    init?(_ key: NamedKey) {
        switch key {
        case .up: self = .up
        case .down: self = .down
        case .right: self = .right
        case .left: self = .left
        case .home: self = .home
        case .end: self = .end
        case .delete: self = .delete
        case .pageUp: self = .pageUp
        case .pageDown: self = .pageDown
        case .wordLeft, .wordRight, .deleteWord: return nil
        }
    }

    /// The action of Alt and a character; nil if it does nothing.
    init?(alt scalar: Unicode.Scalar) {
        guard scalar == "\u{7F}" || scalar == "\u{8}" else { return nil }
        self = .deleteWord
    }
}

/// Converts the bytes of a terminal into the keys of a live search.
struct LiveKeyReader {
    /// The next thing in the bytes.
    enum Event: Equatable {
        /// A key.
        case key(LiveKey)
        /// Input without a meaning.
        case ignored
        /// The rest of an escape sequence may follow within a moment; if it doesn't, `isLate` turns it into a key. A
        /// lone escape is more likely the key itself.
        case partial(isLone: Bool)
        /// More bytes are needed.
        case nothing
    }

    private var decoder: InputDecoder
    /// Whether the last character was an escape followed by more: that of an Alt key.
    private var isAlt = false

    /// Creates a reader that continues where another stopped.
    init(after decoder: InputDecoder = InputDecoder()) {
        self.decoder = decoder
    }

    /// Adds bytes that were read.
    mutating func append(_ bytes: some Collection<UInt8>) { decoder.append(bytes) }

    /// Consumes the next event; `isLate` means that the rest of an escape sequence is no longer expected.
    mutating func next(isLate: Bool = false) -> Event {
        let event = decoder.next(isLate: isLate)
        let wasAlt = isAlt
        isAlt = false
        switch event {
        case .nothing:
            isAlt = wasAlt
            return .nothing
        case .partialEscape(let isLone):
            isAlt = wasAlt
            return .partial(isLone: isLone)
        case .paste(let text):
            return .key(.text((text.lines + [text.rest]).filter { !$0.isEmpty }.joined(separator: " ")))
        case .sequence(let sequence):
            return NamedKey(sequence: sequence).flatMap(LiveKey.init).map { .key($0) } ?? .ignored
        case .brokenSequence: return .key(.escape)
        case .scalar("\u{1B}") where wasAlt || isLate: return .key(.escape)
        case .scalar("\u{1B}"):
            isAlt = true
            return .ignored
        case .scalar(let scalar):
            return wasAlt ? LiveKey(alt: scalar).map { .key($0) } ?? .ignored : Self.plain(scalar)
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Event {
        if scalar.properties.generalCategory == .control {
            return LiveKey(control: scalar).map { .key($0) } ?? .ignored
        }
        return .key(.text(String(scalar)))
    }
}
