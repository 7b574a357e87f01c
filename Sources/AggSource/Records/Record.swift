/// One thing from a source: a city, an inspection, a repository.
///
/// `title` is never blank; every other property may be absent. Text is kept exactly as the source gave it: whoever
/// shows it to a person escapes control characters.
public struct Record: Hashable, Sendable {
    /// The key of the record inside its source; stable from one refresh to the next.
    public var key: String
    /// The name a person looks the record up by.
    public var title: String
    /// Other names of the record, such as “Rome” for Roma: a search finds it by them exactly as by its title.
    ///
    /// If one of them is what matched, people see it after the title: `Roma (Rome)`. They are in the order of preference.
    public var alternativeTitles: [String]
    /// A second line that tells records of the same title apart, such as the country of a city.
    public var subtitle: String?
    /// The day or instant the record is about.
    public var date: RecordDate?
    /// Where the record is; 0,0 counts as missing.
    ///
    /// Sources write 0,0 for places they do not know, and nothing but water is there.
    public var coordinate: Coordinate? {
        didSet { coordinate = Self.known(coordinate) }
    }
    /// The address of a page about the record, as text.
    public var url: String?
    /// How well known the record is inside its source, from 0 (unknown) to 7; any other number becomes the nearer of the
    /// two.
    public var prominence: Int {
        didSet { prominence = Self.nearest(prominence) }
    }
    /// The values of the source's columns that the record has, in the order of the columns.
    public var fields: [Field]
    /// Further words the record is found by and that are not shown, such as "UK".
    public var keywords: [String]

    /// A named value of a record.
    public struct Field: Hashable, Sendable {
        /// The name of the column.
        public var name: String
        /// The value.
        public var value: FieldValue

        /// Makes a field.
        public init(_ name: String, _ value: FieldValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a record; `prominence` is brought into 0…7, and the coordinate 0,0 becomes nil.
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

    /// The store has an order of rows for each of these numbers, and for no other.
    private static func nearest(_ prominence: Int) -> Int { min(max(prominence, 0), 7) }

    private static func known(_ coordinate: Coordinate?) -> Coordinate? {
        coordinate.flatMap { $0.latitude == 0 && $0.longitude == 0 ? nil : $0 }
    }

    /// The value of a column, or nil if the record has none.
    public subscript(column: String) -> FieldValue? {
        fields.first { $0.name == column }?.value
    }
}

extension Record {
    /// The most text of one record, in bytes of UTF-8: a mebibyte.
    ///
    /// What is longer is no thing that a person looks up, and would cost every answer it is in.
    public static let greatestSize = 1_000_000

    /// Checks that the record's text is no longer than `greatestSize`.
    ///
    /// - Throws: `MappingFault` when it is.
    public func checkSize() throws(MappingFault) {
        var size = key.utf8.count + title.utf8.count + (subtitle?.utf8.count ?? 0) + (url?.utf8.count ?? 0)
        for title in alternativeTitles { size += title.utf8.count }
        for word in keywords { size += word.utf8.count }
        for field in fields { size += field.value.size }
        guard size <= Self.greatestSize else { throw MappingFault("has more than 1 MB of text") }
    }
}

extension FieldValue {
    /// The bytes of its text; 0 where it is none.
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

    /// Makes a coordinate; nil if a value is not finite or out of its range.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// Why one item of an answer becomes no record; it is skipped and counted.
public struct MappingFault: Error, Hashable, Sendable {
    /// The reason, as it follows "item 12": "has no name".
    public var reason: String

    /// Makes a fault.
    public init(_ reason: String) {
        self.reason = reason
    }
}
