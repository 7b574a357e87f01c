public import Foundation

/// A kind of source whose data sets are listed in catalogs, for `source find`.
public protocol CatalogedSource: DataSource {
    /// The addresses of the catalogs that are searched unless the configuration names others.
    static var catalogs: [String] { get }

    /// Searches a catalog for data sets that `source add` can add.
    ///
    /// - Returns: Up to `limit` data sets, the best match first.
    /// - Throws: Any `SourceError`; the other catalogs are searched all the same.
    static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry]

    /// The number of rows of a data set, by its address; nil if its portal does not say.
    ///
    /// - Throws: Any `SourceError`; the data set is then listed without the number.
    static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int?

    /// The catalog of the portal that a configured source is from; nil if it is not searched for that reason.
    static func catalog(of configuration: SourceConfiguration) -> URL?
}

extension CatalogedSource {
    /// None: the portal does not say how many rows there are.
    ///
    /// - Throws: Nothing.
    public static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? { nil }

    /// None: only named catalogs are searched.
    public static func catalog(of configuration: SourceConfiguration) -> URL? { nil }
}

/// A data set that a catalog lists.
public struct CatalogEntry: Hashable, Sendable {
    /// What `source add KIND` takes to add it.
    public var address: String
    /// The name for people.
    public var name: String
    /// The portal that it is from, such as `data.cityofchicago.org`.
    public var portal: String
    /// How many rows it has; nil if the catalog does not say.
    public var rows: Int?
    /// The day or time when it was last changed; nil if the catalog does not say.
    public var updated: RecordDate?
    /// What it is, as plain text; nil if the catalog does not say.
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

    /// The text on one line, without the tags of HTML.
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
