public import AggSource
import ProgramRows

/// What a program of the user's own prints, one JSON object per line.
public struct CommandSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "command"
    /// What the kind gives.
    public static let summary = "What a program of your own prints, one JSON object per line."
    /// What several of them are called.
    public static let plural = "commands"
    /// The program, its environment and limits, and what its rows mean.
    public static let parameters = CommandEndpoint.parameters
    /// None: the program is the user's own.
    public static let builtIns: [SourceEntry] = []

    /// Runs a program once, and proposes a configuration for its rows.
    ///
    /// - Throws: `SourceError.refused` if it prints no rows, and whatever the run throws.
    public static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        try await CommandDiscovery(services: services).find(text)
    }

    /// The columns that the configuration names.
    public let columns: [Column]
    /// Fresh for a day; what the program prints is the whole.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 1
    /// None: there is no built-in source.
    public let starter: StarterSample? = nil

    private let endpoint: CommandEndpoint

    /// Creates a source of its configuration.
    ///
    /// - Throws: Every fault: a missing command, and values that cannot be read.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try CommandEndpoint(configuration)
        columns = endpoint.columns.map(\.column)
        policy = SourcePolicy(configuration)
    }

    /// What runs the program.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        CommandFetcher(endpoint: endpoint, services: services)
    }
}
