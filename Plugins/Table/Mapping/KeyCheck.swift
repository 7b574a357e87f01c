import AggSource

/// Checks that keys are distinct: remembers keys that come from columns, and assigns numbers to identical rows.
struct KeyCheck {
    /// A key that occurred twice.
    struct Repeated {
        let bytes: [UInt8]
        var count: Int
    }

    /// The first key that seems to repeat.
    private(set) var repeated: Repeated?

    private let isContent: Bool
    private var keys: KeySet
    private var seen = SeenKeys()
    private var numbers: [UInt64: Int] = [:]

    init(isContent: Bool, expected: Int) {
        self.isContent = isContent
        keys = KeySet(expected: expected)
        if isContent { seen = SeenKeys(expected: expected) }
    }

    /// The key of a row, from its bytes.
    mutating func key(_ bytes: [UInt8], line: Int) -> String {
        if isContent {
            let hash = SeenKeys.hash(bytes[...])
            guard !seen.insert(hash) else { return SeenKeys.text(hash) }
            let number = numbers[hash, default: 1] + 1
            numbers[hash] = number
            return "\(SeenKeys.text(hash))-\(number)"
        }
        if !keys.insert(bytes[...]) {
            if repeated == nil { repeated = Repeated(bytes: bytes, count: 0) }
            repeated?.count += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
