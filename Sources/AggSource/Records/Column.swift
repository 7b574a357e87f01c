/// The description of a source's column; the help, the schema, and the documentation are generated from it.
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
        /// A list of texts.
        case list
    }

    /// The name, in lower case with underscores.
    public var name: String
    /// The type of the values.
    public var kind: Kind
    /// A one-sentence description of the values.
    public var summary: String
    /// The unit of a number, such as `km`.
    public var unit: String?
    /// Whether words in the values are searched (tier `anywhere`).
    public var isSearchable: Bool

    /// Creates a column; by default only text and lists are searchable.
    public init(_ name: String, _ kind: Kind, _ summary: String, unit: String? = nil, isSearchable: Bool? = nil) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.unit = unit
        self.isSearchable = isSearchable ?? (kind == .text || kind == .list)
    }
}

/// A name with a special meaning before a colon in a query, as in `sort:-date`; no column may use one.
///
/// This is the only such list: it is used to parse, complete, and explain queries, and to check the columns of sources.
public enum Qualifier: String, CaseIterable, Hashable, Sendable {
    /// The source of a record.
    case source
    /// A state of a favorite or a source.
    case `is`
    /// An optional part of a record.
    case has
    /// A tag of a favorite.
    case tag
    /// The date of a record.
    case date
    /// The place of a record.
    case near
    /// The order of the results.
    case sort

    /// Parses a name, ignoring case; nil if it is not a qualifier.
    public init?(name: some StringProtocol) {
        self.init(rawValue: name.lowercased())
    }

    /// The name, as typed before the colon.
    public var name: String { rawValue }
}
