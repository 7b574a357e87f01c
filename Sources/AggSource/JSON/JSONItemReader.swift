/// Extracts the items of a list from JSON that arrives in pieces, without holding the whole text.
///
/// It reads three shapes: a top-level array; an array in a member of a top-level object, such as GitHub's
/// `{"total_count": 2, "items": […]}`, or deeper, at a path such as `result.records`; and one object per line. Pieces
/// may end anywhere, even inside an escape or a character. A byte order mark is skipped.
///
/// ```swift
/// var reader = JSONItemReader(member: "items")
/// for chunk in chunks {
///     try reader.push(chunk.span) { item, number in … }
/// }
/// try reader.finish()
/// let total = reader.members["total_count"]?.intValue
/// ```
///
/// A reader cannot be used after an error.
public struct JSONItemReader: Sendable {
    /// The number of items read.
    public internal(set) var count = 0
    /// The other members of the objects that contain the list, as read so far, up to 1,000; a member of an inner object
    /// is named by its path, such as `result.total`.
    public internal(set) var members = JSONObject()

    let member: String?
    /// The names of the members on the path to the list.
    let path: [String]
    /// The number of open objects on the path to the list, not counting the top-level one.
    var depth = 0
    let limit: Int
    /// Whether a text that starts with an array has one array per line, instead of the items of this array.
    let hasArrayLines: Bool
    var hasReadList = false
    var place = JSONItemPlace.beginning(markBytes: 0)
    /// The number of bytes before the current piece.
    var consumed = 0
    private var scanner = JSONElementScanner()
    private var parser = JSONParser()
    /// The start of an element that continues in the next piece.
    private var pending: [UInt8] = []
    private var elementOffset = 0

    /// Creates a reader for one text.
    ///
    /// - Parameters:
    ///   - member: The member of the top-level object that contains the list, or a dotted path to it; nil if the text
    ///     is an array or has one object per line.
    ///   - limit: The maximum size of an item in bytes.
    ///   - hasArrayLines: Whether each line may also be an array, which is then an item.
    public init(member: String? = nil, limit: Int = 16 << 20, hasArrayLines: Bool = false) {
        self.member = member
        self.hasArrayLines = hasArrayLines
        path = member?.split(separator: ".").map(String.init) ?? []
        self.limit = limit
    }

    /// Reads the next piece of the text and returns the items that end in it.
    ///
    /// - Throws: A ``JSONError`` with the reason, the item, and the byte offset in the text.
    public mutating func push(_ chunk: Span<UInt8>) throws(JSONError) -> [JSONValue] {
        var items: [JSONValue] = []
        var position = 0
        while let item = try nextItem(in: chunk, at: &position) { items.append(item) }
        consumed += chunk.count
        return items
    }

    /// Reads the next piece of the text and passes each item that ends in it to a closure, with its number starting at
    /// 1.
    ///
    /// - Throws: A ``JSONError``, or what `body` throws.
    public mutating func push(_ chunk: Span<UInt8>, _ body: (JSONValue, Int) throws -> Void) throws {
        var position = 0
        while let item = try nextItem(in: chunk, at: &position) { try body(item, count) }
        consumed += chunk.count
    }

    /// Marks the end of the text.
    ///
    /// - Throws: A ``JSONError`` if the text is truncated, is empty, or has no list.
    public mutating func finish() throws(JSONError) {
        if scanner.isInside {
            let text =
                place.isInItems ? "the text ends in the middle of item \(count + 1)" : "the text ends inside a member"
            throw JSONError(text, offset: consumed)
        }
        try checkEnd()
    }

    /// Reads up to the end of the next item or of the piece.
    private mutating func nextItem(in chunk: Span<UInt8>, at position: inout Int) throws(JSONError) -> JSONValue? {
        while true {
            if scanner.isInside {
                guard let end = scanner.end(in: chunk, from: position) else {
                    try keep(chunk.extracting(position..<chunk.count))
                    position = chunk.count
                    return nil
                }
                let value = try element(chunk.extracting(position..<end))
                position = end
                if let item = try take(value, elementOffset) {
                    count += 1
                    return item
                }
            }
            guard position < chunk.count else { return nil }
            let byte = chunk[position]
            if try begins(byte, at: consumed + position) {
                elementOffset = consumed + position
                scanner.begin(with: byte)
            } else {
                position += 1
            }
        }
    }

    private mutating func keep(_ bytes: Span<UInt8>) throws(JSONError) {
        try checkSize(pending.count + bytes.count)
        for index in bytes.indices { pending.append(bytes[index]) }
    }

    /// Parses the element that ends with these bytes.
    private mutating func element(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        guard !pending.isEmpty else {
            try checkSize(bytes.count)
            return try parse(bytes)
        }
        try keep(bytes)
        let whole = pending
        pending = []
        return try parse(whole.span)
    }

    private mutating func parse(_ bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        do {
            return try parser.value(bytes, from: 0)
        } catch {
            throw JSONError(error.reason, offset: elementOffset + error.offset, item: place.isInItems ? count + 1 : nil)
        }
    }

    private func checkSize(_ size: Int) throws(JSONError) {
        guard size > limit else { return }
        let name = place.isInItems ? "item \(count + 1)" : "a member"
        throw JSONError("\(name) is larger than \(limit) bytes", offset: elementOffset)
    }
}

/// The position of a ``JSONItemReader`` in the text, which determines what may come next.
enum JSONItemPlace: Hashable, Sendable {
    /// Before the first character; counts the bytes of the byte order mark.
    case beginning(markBytes: Int)
    /// In the list, before an item; `mayClose` right after the opening bracket.
    case beforeItem(mayClose: Bool)
    /// In the list, after an item.
    case behindItem
    /// Between objects, one per line; `onNewLine` after a line break.
    case lines(onNewLine: Bool)
    /// In the top-level object, before a member's name; `mayClose` right after the opening brace.
    case beforeName(mayClose: Bool)
    /// After a member's name.
    case behindName(String)
    /// After a member's name and colon.
    case beforeValue(String)
    /// After a member's value, in the top-level object.
    case behindValue
    /// After everything expected.
    case end

    /// Whether an element at this place is an item of the list.
    var isInItems: Bool {
        switch self {
        case .beforeItem, .lines: true
        default: false
        }
    }
}
