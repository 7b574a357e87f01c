import AggSource
import AggTesting
import Foundation
import Testing

@testable import CitiesSource

struct CitiesFetcherTests {
    @Test func `writes full batches and counts skipped items`() async throws {
        let (result, batches) = try await fetch([.text(Self.list(of: 2_500, faultyEvery: 100))])
        #expect(batches.map(\.count) == [1_000, 1_000, 475])
        let summary = try #require(result.summary)
        #expect(summary.skipped.count == 25)
        #expect(summary.skipped.examples.first == "item 100 has no name")
        #expect(summary.bytes == Self.list(of: 2_500, faultyEvery: 100).utf8.count)
    }

    @Test func `keeps both validators for the next fetch`() async throws {
        let headers: HTTPHeaders = ["ETag": #""7""#, "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]
        let (result, _) = try await fetch([.text(CityDocuments.list, headers: headers)])
        #expect(
            result.summary?.state?.validators
                == Validators(entityTag: #""7""#, lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"))
    }

    @Test func `an identical list is unchanged even without validators`() async throws {
        let state = try #require(try await fetch([.text(Self.list(of: 20, faultyEvery: 100))]).0.summary?.state)
        #expect(state.validators == nil)
        let (result, batches) = try await fetch([.text(Self.list(of: 20, faultyEvery: 100))], since: state)
        #expect(result == .unchanged(state, bytes: Self.list(of: 20, faultyEvery: 100).utf8.count))
        #expect(batches.isEmpty)
    }

    @Test func `an identical list updates the validators`() async throws {
        let state = try await fetch([.text(Self.list(of: 20, faultyEvery: 100), headers: ["ETag": #""7""#])]).0.summary?
            .state
        let (result, _) = try await fetch(
            [.text(Self.list(of: 20, faultyEvery: 100), headers: ["ETag": #""8""#])], since: state)
        guard case .unchanged(let newer, _) = result else { return #expect(Bool(false), "\(result)") }
        #expect(newer?.validators?.entityTag == #""8""#)
    }

    @Test func `reports skipped items again on every fetch`() async throws {
        let list = Self.list(of: 200, faultyEvery: 100)
        let first = try await fetch([.text(list)]).0.summary
        #expect(first?.skipped.count == 2)
        #expect(try await fetch([.text(list)], since: first?.state).0.summary?.skipped.count == 2)
    }

    @Test func `rereads a list that differs in one character`() async throws {
        let state = try await fetch([.text(Self.list(of: 20, faultyEvery: 100))]).0.summary?.state
        let other = Self.list(of: 20, faultyEvery: 100).replacing("1", with: "2", maxReplacements: 1)
        let (result, batches) = try await fetch([.text(other)], since: state)
        #expect(result.summary?.state?.digest != state?.digest)
        #expect(!batches.isEmpty)
    }

    @Test func `an unchanged list keeps its validators and adopts newer ones`() async throws {
        let state = FetchState(["etag": #""7""#, "last-modified": "then"])
        let (result, batches) = try await fetch([.status(304, headers: ["ETag": #""8""#])], since: state)
        #expect(result == .unchanged(FetchState(["etag": #""8""#, "last-modified": "then"])))
        #expect(batches.isEmpty)
    }

    @Test func `an unchanged list keeps its digest`() async throws {
        let state = FetchState(["etag": #""7""#, "digest": "0123456789abcdef"])
        #expect(try await fetch([.status(304)], since: state).0 == .unchanged(state))
    }

    @Test func `treats an unrequested 304 as an error`() async {
        await #expect(throws: SourceError.http(status: 304)) { try await fetch([.status(304)]) }
    }

    @Test(arguments: [
        ("", "the text is empty"),
        ("<html>", "found"),
        (#""cities""#, "found a string"),
        (#"[{"name":"Here","_id":1},{"name":"#, "item 2"),
        (#"[{"name":"Here","_id":1} {"name":"There","_id":2}]"#, "after item 1"),
        (#"[{"name":"Here","_id":1},{"name":"There","_id":}]"#, "at item 2"),
        (#"[{"name":"Here","_id":1}]]"#, "after the value"),
        (
            #"{"cities":[{"name":"Here","_id":1}]}"#,
            "expected a list of cities, found one object: item 1 has no name"
        ),
    ])
    func `reports where a response is not a list of cities`(document: String, reason: String) async throws {
        let error = await #expect(throws: SourceError.self) { try await fetch([.text(document)]) }
        #expect(error?.code == "invalid_data")
        #expect(error?.reason().contains(reason) == true, "\(error?.reason() ?? "")")
    }

    @Test func `accepts a byte order mark`() async throws {
        let (_, batches) = try await fetch([.text("\u{FEFF}" + CityDocuments.list)])
        #expect(batches.map(\.count) == [3])
    }

    @Test func `rethrows errors of the sink`() async {
        let fetcher = fetcher(StubHTTPClient(["/cities.json": [.text(CityDocuments.list)]]))
        let full = SourceError.store(code: "disk_full", reason: "the disk is full")
        await #expect(throws: full) {
            try await fetcher.fetch(since: nil, into: BatchLog(refusing: full))
        }
    }

    private func fetch(
        _ answers: [StubHTTPClient.Answer], since state: FetchState? = nil
    ) async throws -> (FetchResult, [[Record]]) {
        let client = StubHTTPClient(["/cities.json": answers])
        let sink = BatchLog()
        let result = try await fetcher(client).fetch(since: state, into: sink)
        return (result, await sink.batches)
    }

    private func fetcher(_ client: StubHTTPClient) -> CitiesFetcher {
        CitiesFetcher(
            endpoint: CitiesEndpoint(url: URL(filePath: "/cities.json")), services: SourceServices(http: client))
    }

    private static func list(of count: Int, faultyEvery step: Int) -> String {
        let items = (1...count).map { number in
            number.isMultiple(of: step) ? #"{"_id":\#(number)}"# : #"{"name":"Town \#(number)","_id":\#(number)}"#
        }
        return "[" + items.joined(separator: ",\n") + "]"
    }
}

extension FetchResult {
    fileprivate var summary: FetchSummary? {
        if case .complete(let summary) = self { summary } else { nil }
    }
}
