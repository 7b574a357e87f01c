/// Turns the bytes of a terminal into the keys of a live search.
struct LiveKeyReader {
    /// What the bytes say next.
    enum Event: Equatable {
        /// A key.
        case key(LiveKey)
        /// Nothing that means anything.
        case ignored
        /// The rest of an escape sequence may follow for a moment; if it does not, `isLate` makes a key of it.
        case partial
        /// More bytes are needed.
        case nothing
    }

    private var decoder = InputDecoder()
    private var sequence: String?

    /// Adds bytes that have been read.
    mutating func append(_ bytes: some Collection<UInt8>) { decoder.append(bytes) }

    /// Takes the next event, where `isLate` says that the moment for the rest of an escape sequence is over.
    mutating func next(isLate: Bool = false) -> Event {
        switch decoder.next(isLate: isLate) {
        case .nothing:
            guard sequence != nil else { return .nothing }
            guard isLate else { return .partial }
            sequence = nil
            return .key(.escape)
        case .partialEscape:
            return .partial
        case .paste(let text):
            sequence = nil
            return .key(.text((text.lines + [text.rest]).filter { !$0.isEmpty }.joined(separator: " ")))
        case .scalar("\u{1B}"):
            let isSecond = sequence != nil
            sequence = isSecond ? nil : ""
            return isSecond ? .key(.escape) : .ignored
        case .scalar(let scalar):
            guard let begun = sequence else { return Self.plain(scalar) }
            let text = begun + String(scalar)
            let isWhole = text.count == 1 ? text != "[" && text != "O" : (0x40...0x7E).contains(scalar.value)
            sequence = isWhole ? nil : text
            guard isWhole, let key = LiveKey(sequence: text) else { return .ignored }
            return .key(key)
        }
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Event {
        if scalar.properties.generalCategory == .control {
            return LiveKey(control: scalar).map { .key($0) } ?? .ignored
        }
        return .key(.text(String(scalar)))
    }
}
