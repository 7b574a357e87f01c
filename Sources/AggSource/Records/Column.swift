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
