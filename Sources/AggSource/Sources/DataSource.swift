public import Foundation

/// A kind of source.
///
/// A module declares one; the configuration creates instances of it.
public protocol DataSource: Sendable {
    /// The name of the kind, such as `soda`.
    static var kind: SourceKind { get }
    /// A one-sentence description of what the kind provides.
    static var summary: String { get }
    /// The plural name for its sources, such as `feeds`; `sources` by default.
    static var plural: String { get }
    /// The keys its configuration may contain, in addition to those of every source (`fresh_for`, `keep_for`).
    static var parameters: [Parameter] { get }
    /// The instances that exist without a configuration file.
    static var builtIns: [SourceEntry] { get }

    /// Inspects a URL for `source add`.
    ///
    /// - Throws: `SourceError.refused` if the kind cannot be added this way, and whatever the request throws.
    static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery

    /// Inspects a URL for `source add`, with some parameter values given in advance.
    ///
    /// - Throws: Whatever `discover(_:_:)` throws, and `SourceError.refused` for an invalid value.
    static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery

    /// Returns how likely it is that a text given without a kind is meant for this kind. Has no side effects.
    static func recognizes(_ text: String) -> Recognition

    /// Creates an instance without side effects.
    ///
    /// - Throws: All faults in the values, each with a sentence that says how to fix it.
    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults)

    /// The columns of its records, in display order.
    var columns: [Column] { get }
    /// How long rows may be kept, and what a refresh replaces.
    var policy: SourcePolicy { get }
    /// A number starting at 1, raised when the mapping changes, so that old rows don't pass for new ones.
    var mappingVersion: Int { get }
    /// The bundled sample, in the format of the source's own responses; nil if absent.
    var starter: StarterSample? { get }
    /// The first URL that a refresh requests, for display; nil if it is the configured `url` or `endpoint`.
    func address(at now: Date) -> URL?

    /// Creates the fetcher of its records.
    func fetcher(_ services: SourceServices) -> any RecordFetcher
    /// Creates the loader that reports the number and age of its stored records; the default suits every source.
    func localLoader(_ stored: any StoredSourceReader) -> any SourceLoader
    /// Creates the loader of record details missing from the list; nil if the list is complete.
    func detailLoader(_ services: SourceServices) -> (any DetailLoader)?
    /// The environment variable for its token; nil if it takes none.
    var tokenVariable: String? { get }
    /// Creates the check of its token and remaining rate limit; nil if it has neither.
    func healthCheck(_ services: SourceServices) -> (any HealthCheck)?
}

extension DataSource {
    /// The default plural, for sources of any kind.
    public static var plural: String { "sources" }

    /// Refuses, because the kind must be configured by hand.
    ///
    /// - Throws: `SourceError.refused`, always.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        throw .refused(
            "“source add” does not support the kind \(kind); add an entry with this kind and its keys under “sources” in config.yml"
        )
    }

    /// Inspects a URL; given values override the discovered ones.
    ///
    /// - Throws: Whatever `discover(_:_:)` throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        var discovery = try await discover(text, services)
        discovery.values.merge(given) { $1 }
        return discovery
    }

    /// Returns `no`: the kind must be given explicitly.
    public static func recognizes(_ text: String) -> Recognition { .no }

    /// Uses stored rows up to the policy's `keepFor`.
    public func localLoader(_ stored: any StoredSourceReader) -> any SourceLoader {
        LocalLoader(stored, keepFor: policy.keepFor)
    }

    /// Nil: the configured URL is requested.
    public func address(at now: Date) -> URL? { nil }

    /// Nil: the list is complete.
    public func detailLoader(_ services: SourceServices) -> (any DetailLoader)? { nil }

    /// Nil: it takes no token.
    public var tokenVariable: String? { nil }

    /// Nil: it has neither a token nor a limit.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? { nil }
}

/// A kind of source whose lists other programs can import and export, such as feeds in OPML.
///
/// `source import FILE` asks each conforming kind in the registry until one recognizes the document, and adds the
/// listed sources; `source export --FORMAT` asks the kind with that ``listFormat`` for a list of its configured
/// sources. This keeps the commands independent of the formats.
public protocol ListedSource: DataSource {
    /// The name of the format, as spelled in the command's option: `opml`.
    static var listFormat: String { get }

    /// Reads the sources listed in a document; nil if the document has a different format.
    ///
    /// Each is returned as `source add` would discover it: with its parameter values and an id that is unique among
    /// them. One that cannot be added has a `skipReason` instead.
    ///
    /// - Throws: `SourceError.invalidData` if the document has this format but cannot be read.
    static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]?

    /// Writes a document that lists configured sources of the kind, in order.
    static func list(of sources: [SourceConfiguration]) -> [UInt8]
}

/// Fetches the details of a record that are missing from the source's list, when the record is shown.
public protocol DetailLoader: Sendable {
    /// Fetches the missing fields of a record.
    ///
    /// - Returns: Fields to merge into the record; empty if there is nothing to add.
    /// - Throws: Any `SourceError`; the record is then shown as stored, with the reason.
    func details(of record: Record) async throws(SourceError) -> [Record.Field]

    /// Whether a record may have details that it doesn't hold yet; has no side effects.
    func lacksDetails(_ record: Record) -> Bool
}

extension DetailLoader {
    /// True: every record may have details.
    public func lacksDetails(_ record: Record) -> Bool { true }
}

/// A small bundled sample in the API's own format, so that there is something to search on a first start offline.
///
/// It is mapped like a real response; its rows are labeled `starter` and are removed by the first refresh.
public struct StarterSample: Sendable {
    /// The documents by the last part of the requested path; one without a name answers every request.
    private let documents: [String: [UInt8]]

    /// Creates a sample from one document that answers every request.
    public init(_ document: [UInt8]) {
        documents = ["": document]
    }

    /// Creates a sample from documents for several URLs, each named after the last part of its path.
    public init(_ documents: [String: [UInt8]]) {
        self.documents = documents
    }

    /// The document for the last part of a path, or nil if the sample has none.
    package func document(for name: String) -> [UInt8]? {
        documents[name] ?? documents[""]
    }
}
