public import AggSource
public import Foundation
import Socrata

/// New York City's public high schools, with their SAT scores.
public struct NYCSchoolsSource: DataSource {
    /// The name of this kind of source.
    public static let kind: SourceKind = "nyc-schools"
    /// What this kind of source provides.
    public static let summary = "New York City's public high schools and their SAT scores."
    /// The location of the two data sets.
    public static let parameters = [
        Parameter(
            "endpoint", .url, default: "https://data.cityofnewyork.us",
            help: "The URL of the portal, or of a folder with an ID.json file for each data set."),
        Parameter("directory", .text, default: "s3k6-pzi2", help: "The id of the data set with the schools."),
        Parameter("scores", .text, default: "f9bf-2cp4", help: "The id of the data set with the SAT scores."),
        Parameter(
            "token_variable", .text, default: SocrataPortal.standardTokenVariable, affectsRows: false,
            help: "The environment variable that holds the application token."),
        .tokenCommand,
    ]
    /// One source, for the city's own data sets.
    public static let builtIns = [SourceEntry(builtIn: "nyc-schools", kind: kind)]

    /// The facts about a school other than its name, and its scores.
    public let columns = (SchoolColumns.all + SATScores.columns).map(\.column)
    /// Rows are fresh for a day; the directory is always complete.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// Some sixty schools and their scores.
    public var starter: StarterSample? { .schools(directory: endpoint.directory, scores: endpoint.scores) }

    private let endpoint: NYCSchoolsEndpoint

    /// Creates a source from its configuration.
    ///
    /// - Throws: Every fault: a missing endpoint, and invalid ids.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try NYCSchoolsEndpoint(configuration)
        policy = SourcePolicy(configuration)
    }

    /// The URL of the directory's first page.
    public func address(at now: Date) -> URL? {
        endpoint.schools(endpoint.paging.page, environment: [:]).url
    }

    /// The environment variable for the application token.
    public var tokenVariable: String? { endpoint.portal.tokenVariable }

    /// Returns a check that asks for one row with the token; nil for a file.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.portal.isFile
            ? nil : SocrataHealth(portal: endpoint.portal, dataSet: endpoint.directory, services: services)
    }

    /// Returns the fetcher for the schools, which joins their scores.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        NYCSchoolsFetcher(endpoint: endpoint, services: services)
    }

    /// Returns the loader for the scores of a school that lacks them.
    public func detailLoader(_ services: SourceServices) -> (any DetailLoader)? {
        NYCSchoolsDetailLoader(endpoint: endpoint, services: services)
    }
}

extension StarterSample {
    /// Some sixty schools and their scores, one document per data set.
    ///
    /// `Resources/starter.json` contains both lists, in the API's format, from NYC Open Data
    /// (https://data.cityofnewyork.us/d/s3k6-pzi2 and https://data.cityofnewyork.us/d/f9bf-2cp4).
    static func schools(directory: String, scores: String) -> StarterSample? {
        guard let lists = try? JSONValue(parsing: PackageResources.starter_json) else { return nil }
        return StarterSample([
            "\(directory).json": document(lists["directory"]), "\(scores).json": document(lists["scores"]),
        ])
    }

    private static func document(_ list: JSONValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(list ?? .array([]))
        return writer.bytes
    }
}
