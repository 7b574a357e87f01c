import AggSource
import AggTesting
import Foundation
import Socrata

@testable import SODASource

/// The result of a fetch.
struct Fetched {
    let result: FetchResult
    let records: [Record]

    var summary: FetchSummary? {
        if case .complete(let summary) = result { summary } else { nil }
    }

    var keys: [String] { records.map(\.key) }
}

/// A data set of a stub portal.
struct TestDataSet {
    var roles = ColumnRoles(title: "name", subtitle: "address", date: "day", key: "number")
    var columns: [Column] = []
    var maxRecords: Int?
    var pageSize = 10
    var environment: [String: String] = [:]
    var order: String?

    func fetch(from client: some HTTPClient, since state: FetchState? = nil) async throws -> Fetched {
        guard let url = URL(string: "https://data.example.org") else { throw CocoaError(.fileNoSuchFile) }
        let endpoint = SODAEndpoint(
            portal: SocrataPortal(endpoint: url), dataSet: "abcd-1234", filter: nil, order: order,
            maxRecords: maxRecords)
        let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000) }
        let fetcher = SODAFetcher(
            endpoint: endpoint, roles: roles, columns: columns, lists: [],
            services: SourceServices(http: client, clock: clock, environment: environment), pageSize: pageSize)
        let sink = BatchLog()
        let result = try await fetcher.fetch(since: state, into: sink)
        return Fetched(result: result, records: await sink.records)
    }
}

/// Returns the row in a JSON text.
func row(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
