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
    /// The bundled sample, in the shape of the source's own answer; nil where there is none.
    var starter: StarterSample? { get }
    /// The address that a refresh asks first, for people; nil where it is the configuration's own `url` or `endpoint`.
    func address(at now: Date) -> URL?

    /// What brings its records from outside.
    func fetcher(_ services: SourceServices) -> any RecordFetcher
    /// Reports how many of its records are stored and how old they are; the default fits every source.
    func localLoader(_ stored: any StoredSourceReader) -> any SourceLoader
    /// What brings the details of a record that the list leaves out; nil where the list has all.
    func detailLoader(_ services: SourceServices) -> (any DetailLoader)?
    /// The environment variable that holds its token; nil where it has none.
    var tokenVariable: String? { get }
    /// What says whether its token is accepted and what is left of its limits; nil where there is neither.
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
