public import Foundation

/// A kind of source whose data sets are listed in catalogs, for `source find`.
public protocol CatalogedSource: DataSource {
    /// The URLs of the catalogs to search by default.
    static var catalogs: [String] { get }

    /// Searches a catalog for data sets that `source add` can add.
    ///
    /// - Returns: Up to `limit` data sets, the best match first.
    /// - Throws: Any `SourceError`; the other catalogs are still searched.
    static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry]

    /// Returns the number of rows of a data set, given its address; nil if the portal does not report it.
    ///
    /// - Throws: Any `SourceError`; the data set is then listed without the number.
    static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int?

    /// Returns the catalog of a configured source's portal, to search along with the others; nil if there is none.
    static func catalog(of configuration: SourceConfiguration) -> URL?
}

extension CatalogedSource {
    /// Returns nil: the number of rows is unknown.
    ///
    /// - Throws: Nothing.
    public static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? { nil }

    /// Returns nil: no further catalog is searched.
    public static func catalog(of configuration: SourceConfiguration) -> URL? { nil }
}

/// A data set that a catalog lists.
public struct CatalogEntry: Hashable, Sendable {
    /// The argument of `source add KIND` that adds it.
    public var address: String
    /// The display name.
    public var name: String
    /// The portal that publishes it, such as `data.cityofchicago.org`.
    public var portal: String
    /// The number of rows; nil if the catalog does not report it.
    public var rows: Int?
    /// When it was last changed; nil if the catalog does not report it.
    public var updated: RecordDate?
    /// A description in plain text; nil if the catalog has none.
    public var description: String?

    /// Creates an entry; the description becomes plain text on one line, up to 300 characters.
    public init(
        address: String, name: String, portal: String, rows: Int? = nil, updated: RecordDate? = nil,
        description: String? = nil
    ) {
        self.address = address
        self.name = Self.line(name)
        self.portal = portal
        self.rows = rows
        self.updated = updated
        let text = description.map { String(Self.line($0).prefix(300)) }
        self.description = text?.isEmpty == false ? text : nil
    }

    /// The text on one line, without HTML tags.
    private static func line(_ text: String) -> String {
        var line = ""
        var isInTag = false
        var rest = text[...]
        while let letter = rest.popFirst() {
            switch letter {
            case "<" where rest.first.map { $0.isLetter || $0 == "/" } == true: isInTag = true
            case ">" where isInTag:
                isInTag = false
                line.append(" ")
            default: if !isInTag { line.append(letter) }
            }
        }
        let words = line.replacing("&nbsp;", with: " ").replacing("&amp;", with: "&").split(
            whereSeparator: \.isWhitespace)
        return words.joined(separator: " ")
    }
}
