/// Turns the bytes of a terminal into the keys of a live search.
struct LiveKeyReader {
    /// What the bytes say next.
    enum Event: Equatable {
        /// A key.
        case key(LiveKey)
        /// Nothing that means anything.
        case ignored
        /// The rest of an escape sequence may follow for a moment; if it does not, `isLate` makes a key of it. A lone escape
        /// is rather the key.
        case partial(isLone: Bool)
        /// More bytes are needed.
        case nothing
    }

    private var decoder: InputDecoder
    /// Whether the last character was an escape with more behind it: that of an Alt key.
    private var isAlt = false

    /// Makes a reader that goes on where another one stopped.
    init(after decoder: InputDecoder = InputDecoder()) {
        self.decoder = decoder
    }

    /// Adds bytes that have been read.
    mutating func append(_ bytes: some Collection<UInt8>) { decoder.append(bytes) }

    /// Takes the next event, where `isLate` says that the moment for the rest of an escape sequence is over.
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
