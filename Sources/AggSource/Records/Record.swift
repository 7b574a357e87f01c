/// One thing from a source: a city, an inspection, a repository.
///
/// `title` is never blank; every other property may be absent. Text is kept exactly as the source sent it, so control
/// characters must be escaped before it is shown.
public struct Record: Hashable, Sendable {
    /// The key of the record within its source; stable from one refresh to the next.
    public var key: String
    /// The name people look the record up by.
    public var title: String
    /// Other names of the record, such as “Rome” for Roma; a search matches them exactly like the title.
    ///
    /// If one of them matched, it is shown after the title: `Roma (Rome)`. They are in order of preference.
    public var alternativeTitles: [String]
    /// A second line that distinguishes records with the same title, such as the country of a city.
    public var subtitle: String?
    /// The day or instant the record is about.
    public var date: RecordDate?
    /// The location of the record; 0,0 counts as missing.
    ///
    /// Sources write 0,0 for unknown locations, and the real one is in the ocean.
    public var coordinate: Coordinate? {
        didSet { coordinate = Self.known(coordinate) }
    }
    /// The URL of a page about the record, as text.
    public var url: String?
    /// How well known the record is within its source, from 0 (unknown) to 7; numbers out of range are clamped.
    public var prominence: Int {
        didSet { prominence = Self.nearest(prominence) }
    }
    /// The record's values, in column order.
    public var fields: [Field]
    /// Additional words to match that are not shown, such as "UK".
    public var keywords: [String]

    /// A named value of a record.
    public struct Field: Hashable, Sendable {
        /// The name of the column.
        public var name: String
        /// The value.
        public var value: FieldValue

        /// Creates a field.
        public init(_ name: String, _ value: FieldValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a record; `prominence` is clamped to 0…7, and the coordinate 0,0 becomes nil.
    public init(
        key: String,
        title: String,
        alternativeTitles: [String] = [],
        subtitle: String? = nil,
        date: RecordDate? = nil,
        coordinate: Coordinate? = nil,
        url: String? = nil,
        prominence: Int = 0,
        fields: [Field] = [],
        keywords: [String] = []
    ) {
        self.key = key
        self.title = title
        self.alternativeTitles = alternativeTitles
        self.subtitle = subtitle
        self.date = date
        self.coordinate = Self.known(coordinate)
        self.url = url
        self.prominence = Self.nearest(prominence)
        self.fields = fields
        self.keywords = keywords
    }

    /// The store has a row order for each of these numbers and for no others.
    private static func nearest(_ prominence: Int) -> Int { min(max(prominence, 0), 7) }

    private static func known(_ coordinate: Coordinate?) -> Coordinate? {
        coordinate.flatMap { $0.latitude == 0 && $0.longitude == 0 ? nil : $0 }
    }

    /// The value of a column, or nil if absent.
    public subscript(column: String) -> FieldValue? {
        fields.first { $0.name == column }?.value
    }
}

extension Record {
    /// The maximum text of one record, in bytes of UTF-8: a megabyte.
    ///
    /// Longer text is not something a person looks up, and it would slow down every answer that includes it.
    public static let greatestSize = 1_000_000

    /// Checks that the record's text is no longer than `greatestSize`.
    ///
    /// Text that a source sent once counts once, even if it is both a field and the title.
    ///
    /// - Returns: The size of all its texts in bytes, including those that repeat others.
    /// - Throws: `MappingFault` if it is longer.
    @discardableResult
    public func checkSize() throws(MappingFault) -> Int {
        var size = key.utf8.count + title.utf8.count + (subtitle?.utf8.count ?? 0) + (url?.utf8.count ?? 0)
        for title in alternativeTitles { size += title.utf8.count }
        for word in keywords { size += word.utf8.count }
        for field in fields { size += field.value.size }
        guard size > Self.greatestSize, size - repeatedSize > Self.greatestSize else { return size }
        throw MappingFault("has more than 1 MB of text")
    }

    /// The size of its own properties that repeat the text of a field or of each other.
    private var repeatedSize: Int {
        var texts = Set(fields.map { $0.value.text.trimmed })
        let own = [key, title] + [subtitle, url].compactMap(\.self) + alternativeTitles + keywords
        return own.reduce(0) { size, text in texts.insert(text.trimmed).inserted ? size : size + text.utf8.count }
    }
}

extension String {
    /// The text without blanks around it.
    fileprivate var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return self[first...last]
    }
}

extension FieldValue {
    /// The number of bytes of text; 0 for other values.
    fileprivate var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + $1.utf8.count }
        case .integer, .decimal, .boolean, .date: 0
        }
    }
}

/// A place on the earth in decimal degrees (WGS 84).
public struct Coordinate: Hashable, Sendable {
    /// Degrees north of the equator, -90…90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180…180.
    public let longitude: Double

    /// Creates a coordinate; nil if a value is not finite or out of its range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Why an item of a response could not become a record; the item is skipped and counted.
public struct MappingFault: Error, Hashable, Sendable {
    /// The reason, worded to follow “item 12”: “has no name”.
    public var reason: String

    /// Creates a fault.
    public init(_ reason: String) {
        self.reason = reason
    }
}
