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
