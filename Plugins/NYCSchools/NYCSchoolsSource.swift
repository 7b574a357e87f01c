public import AggSource
public import Foundation
import Socrata

/// New York City's public high schools, with their SAT scores.
public struct NYCSchoolsSource: DataSource {
    /// The name of the kind.
    public static let kind: SourceKind = "nyc-schools"
    /// What the kind gives.
    public static let summary = "New York City's public high schools and their SAT scores."
    /// Where the two data sets are.
    public static let parameters = [
        Parameter(
            "endpoint", .url, default: "https://data.cityofnewyork.us",
            help: "The address of the portal, or of a folder with a file ID.json for each data set."),
        Parameter("directory", .text, default: "s3k6-pzi2", help: "The id of the data set of schools."),
        Parameter("scores", .text, default: "f9bf-2cp4", help: "The id of the data set of SAT scores."),
        Parameter(
            "token_variable", .text, default: SocrataPortal.standardTokenVariable,
            help: "The environment variable that holds the application token."),
        .tokenCommand,
    ]
    /// One source, with the city's own data sets.
    public static let builtIns = [SourceEntry(builtIn: "nyc-schools", kind: kind)]

    /// What is known of a school beside its name, and its scores.
    public let columns = (SchoolColumns.all + SATScores.columns).map(\.column)
    /// Fresh for a day; the directory is always the whole.
    public let policy: SourcePolicy
    /// The version of the mapping.
    public let mappingVersion = 2
    /// Some sixty schools and their scores.
    public var starter: StarterSample? { .schools(directory: endpoint.directory, scores: endpoint.scores) }

    private let endpoint: NYCSchoolsEndpoint

    /// Makes a source of its configuration.
    ///
    /// - Throws: Every fault: a missing endpoint, and ids that are none.
    public init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        endpoint = try NYCSchoolsEndpoint(configuration)
        policy = SourcePolicy(configuration)
    }

    /// The address of the directory's first page.
    public func address(at now: Date) -> URL? {
        endpoint.schools(endpoint.paging.page, environment: [:]).url
    }

    /// The variable of the application token.
    public var tokenVariable: String? { endpoint.portal.tokenVariable }

    /// What asks for one row with the token; none where there is a file.
    public func healthCheck(_ services: SourceServices) -> (any HealthCheck)? {
        endpoint.portal.isFile
            ? nil : SocrataHealth(portal: endpoint.portal, dataSet: endpoint.directory, services: services)
    }

    /// What fetches the schools and joins their scores.
    public func fetcher(_ services: SourceServices) -> any RecordFetcher {
        NYCSchoolsFetcher(endpoint: endpoint, services: services)
    }

    /// What fetches the scores of one school, where they are missing.
    public func detailLoader(_ services: SourceServices) -> (any DetailLoader)? {
        NYCSchoolsDetailLoader(endpoint: endpoint, services: services)
    }
}

extension StarterSample {
    /// Some sixty schools and their scores, one document a data set.
    ///
    /// `Resources/starter.json` holds both lists, in the API's shape; they are facts of NYC Open Data
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
