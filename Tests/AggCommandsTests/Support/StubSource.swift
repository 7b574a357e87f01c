import AggSource
import Foundation

/// A kind of source that reads lines such as `1|London|United Kingdom|GB` from `https://stub.example/ID`.
struct StubSource: DataSource {
    static let kind: SourceKind = "stub"
    static let summary = "Lines of text, for tests."
    static let parameters: [Parameter] = []
    static let builtIns: [SourceEntry] = []

    /// None for the source “bare”, like those of a table whose configuration does not list them; “works” has columns that
    /// are named like parts of a record, and “visits” columns whose names have several words.
    let columns: [Column]
    let policy: SourcePolicy
    let mappingVersion = 1
    let starter: StarterSample? = nil
    private let id: SourceID

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        id = configuration.id
        columns =
            switch id.description {
            case "bare": []
            case "works": [Column("title", .text, "The title."), Column("latitude", .decimal, "The latitude.")]
            case "visits":
                ["inspection_id", "inspection_date", "inspection_type", "total_students"].map {
                    Column($0, .text, "A column.")
                }
            default: [Column("country", .text, "The country."), Column("height", .integer, "The height.", unit: "m")]
            }
        policy = SourcePolicy(configuration)
    }

    /// Finds a page of lines at any text but “nowhere”; the text is the id.
    static func discover(_ text: String, _ services: SourceServices) async throws(SourceError) -> Discovery {
        if text == "nowhere" { throw .offline("no such host") }
        return Discovery(findings: ["Stub: \(text)", "3 lines"], id: text, values: ["fresh_for": "1h"])
    }

    func fetcher(_ services: SourceServices) -> any RecordFetcher {
        StubFetcher(id: id, services: services)
    }

    /// Peaks lack their height in the list.
    func detailLoader(_ services: SourceServices) -> (any DetailLoader)? {
        id.description == "peaks" ? StubDetails(services: services) : nil
    }
}

extension StubSource: ListedSource {
    static let listFormat = "opml"

    /// Reads a document of `list ID ID …`; an id with an exclamation mark is to be skipped.
    static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]? {
        let words = String(decoding: document, as: UTF8.self).split(separator: " ").map(String.init)
        guard words.first == "list" else { return nil }
        return words.dropFirst().map { word in
            var discovery = Discovery(findings: [word], id: word, values: [:])
            if word.hasSuffix("!") { discovery.skipReason = "not a town" }
            return discovery
        }
    }

    static func list(of sources: [SourceConfiguration]) -> [UInt8] {
        Array("list \(sources.map(\.id.description).joined(separator: " "))\n".utf8)
    }
}

extension StubSource: CatalogedSource {
    static let catalogs = ["https://catalog.example/a", "https://catalog.example/b"]

    /// Reads lines of `ADDRESS|NAME|ROWS`.
    static func find(
        _ words: String, in catalog: URL, limit: Int, _ services: SourceServices
    ) async throws(SourceError) -> [CatalogEntry] {
        let answer = try await services.send(HTTPRequest(catalog))
        let lines = String(decoding: try answer.body.collect(), as: UTF8.self).split(separator: "\n")
        return lines.map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            return CatalogEntry(
                address: parts[0], name: parts[1], portal: "data.example", rows: Int(parts[2]),
                updated: RecordDate(iso8601: "2026-01-02T03:04:05Z"), description: "About <b>\(words)</b>")
        }
    }

    static func rows(at address: String, _ services: SourceServices) async throws(SourceError) -> Int? { address.count }
}

private struct StubDetails: DetailLoader {
    let services: SourceServices

    func details(of record: Record) async throws(SourceError) -> [Record.Field] {
        guard let url = URL(string: "https://stub.example/height/\(record.key)") else { return [] }
        let text = String(decoding: try await services.send(HTTPRequest(url)).body.collect(), as: UTF8.self)
        return [Record.Field("height", .integer(Int64(text) ?? 0))]
    }

    func lacksDetails(_ record: Record) -> Bool { record["height"] == nil }
}

private struct StubFetcher: RecordFetcher {
    let id: SourceID
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        guard let url = URL(string: "https://stub.example/\(id)") else { throw .invalidData("at its address") }
        let response = try await services.send(HTTPRequest(url))
        if response.isNotModified { return .unchanged(state) }
        try response.requireSuccess(now: services.clock.now)
        let bytes = try response.body.collect()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        try await sink.write(lines.map(Self.record))
        return .complete(FetchSummary(bytes: bytes.count))
    }

    private static func record(_ line: Substring) -> Record {
        let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        return Record(
            key: parts[0], title: parts[1], subtitle: parts.count > 2 ? parts[2] : nil,
            fields: parts.count > 3 ? [.init("country", .text(parts[3]))] : [])
    }
}

extension SourceID {
    /// The id of a source that need not exist.
    static let stub: SourceID = {
        guard let id = SourceID("towns") else { preconditionFailure("the id is well spelled") }
        return id
    }()
}
