public import AggSource
import ProgramRows

/// The output of one of the user's own programs, with one JSON object per line.
public struct CommandSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "command"
    /// What this kind of source provides.
    public static let summary = "The output of your own program, with one JSON object per line."
    /// The plural noun for these sources.
    public static let plural = "commands"
    /// The program, its environment and limits, and what its rows mean.
    public static let parameters = CommandEndpoint.parameters
    /// None: the program is the user's own.
    public static let builtIns: [SourceEntry] = []

    /// Runs a program once, and proposes a configuration for its rows.
    ///
    /// - Throws: `SourceError.refused` if it prints no rows, and whatever the run throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await discover(text, given: [:], services)
    }

    /// Runs a program once, and proposes a configuration for its rows with some columns given.
    ///
    /// - Throws: `SourceError.refused` for a column that no row has, and what the overload without values throws.
    public static func discover(
        _ text: String, given: [String: String], _ services: SourceServices
    ) async throws(SourceError) -> Discovery {
        try await CommandDiscovery(services: services).find(text, given: given)
    }

    /// The columns listed in the configuration.
    public let columns: [Column]
    /// Rows are fresh for a day; the output is always complete.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 3
    /// None: there is no sample.
    public let starter: StarterSample? = nil

    private let endpoint: CommandEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing command, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try CommandEndpoint(configuration)
        columns = endpoint.columns.map(\.column)
        policy = SourcePolicy(configuration)
    }

    /// Returns the fetcher that runs the program.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CommandFetcher(endpoint: endpoint, services: services)
    }
}
