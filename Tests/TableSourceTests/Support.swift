import AggSource
import AggTesting
import Foundation
import TestSupport

@testable import TableSource

/// Returns what the detector finds in a text.
func finding(
    in text: String, _ values: [String: String] = [:]
) async throws(SourceError) -> TableDetector.Finding {
    try await finding(in: Array(text.utf8), values)
}

/// Returns what the detector finds in bytes.
func finding(
    in bytes: [UInt8], _ values: [String: String] = [:]
) async throws(SourceError) -> TableDetector.Finding {
    try await TableDetector(given: settings(values)).find(in: HTTPBody(bytes))
}

/// Returns the settings of a configuration with these values.
func settings(_ values: [String: String]) throws(SourceError) -> TableSettings {
    var parsed: [String: ParameterValue] = ["url": .url(URL(filePath: "/table"))]
    for (name, text) in values {
        parsed[name] = TableParameters.all.first { $0.name == name }?.kind.parse(text)
    }
    guard let id = SourceID("table") else { throw .refused("the id") }
    do {
        return try TableParameters(SourceConfiguration(id: id, kind: "table", values: parsed)).settings
    } catch {
        throw .refused(error.faults.map(\.message).joined(separator: "; "))
    }
}

/// Returns the records from a text, read with detected or given settings.
func fetched(
    _ text: String, _ values: [String: String] = [:]
) async throws(SourceError) -> (records: [Record], summary: FetchSummary) {
    let url = URL(filePath: "/table")
    let client = StubHTTPClient(.text(text))
    let fetcher = TableFetcher(
        endpoint: TableEndpoint(url: url), settings: try settings(values), services: SourceServices(http: client))
    let log = BatchLog()
    guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else {
        throw .refused("nothing was fetched")
    }
    return (await log.records, summary)
}
