public import Foundation

/// A kind of source.
///
/// A module declares one; the configuration makes instances of it.
public protocol DataSource: Sendable {
    /// The name of the kind, as `soda`.
    static var kind: SourceKind { get }
    /// What the kind gives, in one sentence.
    static var summary: String { get }
    /// What several of its sources are called, such as `feeds`; `sources` by default.
    static var plural: String { get }
    /// The keys its configuration may hold, beside those of every source (`fresh_for`, `keep_for`).
    static var parameters: [Parameter] { get }
    /// The instances that are there without a configuration file.
    static var builtIns: [SourceEntry] { get }

    /// Finds out what is at an address, for `source add`.
    ///
    /// - Throws: `SourceError.refused` where the kind cannot be added this way, and whatever the request throws.
    static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery

    /// Makes an instance; pure.
    ///
    /// - Throws: Every fault of the values at once, each a sentence with its mend.
    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults)

    /// The columns of its records, in the order in which they are shown.
    var columns: [Column] { get }
    /// How old is too old, and what a refresh replaces.
    var policy: SourcePolicy { get }
    /// A number from 1, raised when the mapping changes, so that rows of the old one do not pass for new.
    var mappingVersion: Int { get }
    /// The bundled sample, in the shape of the source's own answer; nil if absent.
    var starter: StarterSample? { get }
    /// The address that a refresh asks first, for people; nil if it is the configuration's own `url` or `endpoint`.
    func address(at now: Date) -> URL?

    /// What brings its records from outside.
    func fetcher(_ services: SourceServices) -> any RecordFetcher
    /// Reports how many of its records are stored and how old they are; the default fits every source.
    func localLoader(_ stored: any StoredSourceReader) -> any SourceLoader
    /// What brings the details of a record that the list leaves out; nil if the list has all.
    func detailLoader(_ services: SourceServices) -> (any DetailLoader)?
    /// The environment variable that holds its token; nil if absent.
    var tokenVariable: String? { get }
    /// What says whether its token is accepted and what is left of its limits; nil if there is neither.
    func healthCheck(_ services: SourceServices) -> (any HealthCheck)?
}

extension DataSource {
    /// The word for sources of any kind.
    public static var plural: String { "sources" }

    /// Refuses: the kind is configured by hand.
    ///
    /// - Throws: `SourceError.refused`, always.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        throw .refused(
            "sources of the kind \(kind) are added by hand: as an entry with its kind and keys under “sources” in config.yml"
        )
    }

    /// Serves stored rows up to the policy's `keepFor`.
    public func localLoader(_ stored: any StoredSourceReader) -> any SourceLoader {
        LocalLoader(stored, keepFor: policy.keepFor)
    }

    /// None: the configuration's own address is asked.
    public func address(at now: Date) -> URL? { nil }

    /// None: the list has all.
    public func detailLoader(_ services: SourceServices) -> (any DetailLoader)? { nil }

    /// None: it has no token.
    public var tokenVariable: String? { nil }

    /// None: there is neither token nor limit.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? { nil }
}

/// What a kind of source found out about an address, for `source add`.
public struct Discovery: Hashable, Sendable {
    /// What was found, in the words of the source: title, number of records, columns; one line each.
    public var findings: [String]
    /// The id that is proposed for the source.
    public var id: String
    /// The values of the parameters, as the configuration writes them.
    public var values: [String: String]

    /// Makes a discovery.
    public init(findings: [String], id: String, values: [String: String]) {
        self.findings = findings
        self.id = id
        self.values = values
    }
}

/// A kind of source that other programs exchange lists of, such as feeds in OPML.
///
/// `source import FILE` asks every kind of the registry that conforms, until one knows the document, and adds what is
/// listed; `source export --FORMAT` asks the kind whose ``listFormat`` that is for a list of its configured sources. So the
/// commands know no format.
public protocol ListedSource: DataSource {
    /// The name of the format, as the option of the command is spelled: `opml`.
    static var listFormat: String { get }

    /// Reads the sources that a document lists; nil if the document is not of this format.
    ///
    /// Each is proposed as `source add` would: an id, unique among them, and the values of its parameters.
    ///
    /// - Throws: `SourceError.invalidData` where the document is of the format and cannot be read.
    static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]?

    /// Writes a document that lists configured sources of the kind, in their order.
    static func list(of sources: [SourceConfiguration]) -> [UInt8]
}

/// Brings what the list of a source leaves out of a record, when the record is shown.
public protocol DetailLoader: Sendable {
    /// Fetches the missing fields of a record.
    ///
    /// - Returns: The fields to put over those of the record; none when there is nothing more to know.
    /// - Throws: Any `SourceError`; the record is then shown as it is stored, with the reason.
    func details(of record: Record) async throws(SourceError) -> [Record.Field]

    /// Whether there may be more to know about a record than it holds; pure.
    func lacksDetails(_ record: Record) -> Bool
}

extension DetailLoader {
    /// Every record may have details.
    public func lacksDetails(_ record: Record) -> Bool { true }
}

/// A small bundled sample in the API's own shape, so that a first start offline has something to search.
///
/// It goes through the same mapping as the real answer; its rows are labelled `starter` and go with the first refresh.
public struct StarterSample: Sendable {
    /// The documents by the last part of the path that the source would ask for; one without a name answers every path.
    private let documents: [String: [UInt8]]

    /// Makes a sample of one document that answers every request.
    public init(_ document: [UInt8]) {
        documents = ["": document]
    }

    /// Makes a sample of documents for several addresses, each named by the last part of its path.
    public init(_ documents: [String: [UInt8]]) {
        self.documents = documents
    }

    /// The document for the last part of a path, or nil if the sample has none.
    package func document(for name: String) -> [UInt8]? {
        documents[name] ?? documents[""]
    }
}
