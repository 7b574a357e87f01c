/// What a source says about one of its columns; the help, the schema and the documentation come from it.
public struct Column: Hashable, Sendable {
    /// The type of a column's values.
    public enum Kind: String, Hashable, Sendable {
        /// Text.
        case text
        /// A whole number.
        case integer
        /// A number with a fraction.
        case decimal
        /// True or false.
        case boolean
        /// A day or an instant.
        case date
        /// Several texts.
        case list
    }

    /// The name, in lower case with underscores.
    public var name: String
    /// The type of the values.
    public var kind: Kind
    /// One sentence that says what the values are.
    public var summary: String
    /// The unit of a number, such as `km`.
    public var unit: String?
    /// Whether words in the values find the record (tier `anywhere`).
    public var isSearchable: Bool

    /// Makes a column; text and lists are searchable unless it is said otherwise.
    public init(_ name: String, _ kind: Kind, _ summary: String, unit: String? = nil, isSearchable: Bool? = nil) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.unit = unit
        self.isSearchable = isSearchable ?? (kind == .text || kind == .list)
    }
}

/// A name with a meaning of its own before a colon in a query, as in `sort:-date`; no column may have one.
///
/// This list is the only one: queries are read, completed and explained by it, and the columns of sources checked.
public enum Qualifier: String, CaseIterable, Hashable, Sendable {
    /// The source a record is from.
    case source
    /// A state: that of a favorite, or of a source.
    case `is`
    /// A part that records can lack.
    case has
    /// A tag of a favorite.
    case tag
    /// The date of a record.
    case date
    /// The place of a record.
    case near
    /// The order of the answer.
    case sort

    /// Reads a name, in capitals or not; nil if it is not a qualifier.
    public init?(name: some StringProtocol) {
        self.init(rawValue: name.lowercased())
    }

    /// The name, as it is typed before the colon.
    public var name: String { rawValue }
}
