import AggCore
import AggSource
import AggStorage
import Foundation
import Testing

@Suite struct FallbackLoaderTests {
    private let fetched = LoadedSource(origin: .remote, records: 5, fetchedAt: Date(timeIntervalSince1970: 9))
    private let stored = LoadedSource(origin: .remote, records: 3, fetchedAt: Date(timeIntervalSince1970: 1))

    private func load(
        _ primary: Result<LoadedSource, SourceError>, _ fallback: Result<LoadedSource, SourceError>
    ) async throws(SourceError) -> LoadedSource {
        try await FallbackLoader(primary: StubLoader(primary), fallback: StubLoader(fallback)).load()
    }

    @Test func `returns the result of the primary`() async throws {
        let loaded = try await load(.success(fetched), .failure(.nothingStored))
        #expect(loaded == fetched)
        #expect(loaded.fallbackReason == nil)
    }

    @Test(arguments: [
        SourceError.offline("no network"), .timedOut("10 s"), .http(status: 503), .unauthorized("HTTP 401"),
        .rateLimited(until: nil), .invalidData("at item 12"), .tooLarge(limit: 1), .refused("ftp"), .notFound("a.json"),
        .unreadable("a.json"), .heldBack(stored: 9, offered: 1), .nothingStored, .tooOld(age: .seconds(1)),
        SourceError(StoreError.readOnly(file: "a")),
    ])
    func `falls back on every error, and keeps it as the reason`(error: SourceError) async throws {
        var expected = stored
        expected.fallbackReason = error
        #expect(try await load(.failure(error), .success(stored)) == expected)
    }

    @Test func `does not fall back when cancelled`() async {
        await #expect(throws: SourceError.cancelled) { try await load(.failure(.cancelled), .success(stored)) }
    }

    @Test(arguments: [SourceError.nothingStored, .tooOld(age: .seconds(9)), SourceError(StoreError.locked(file: "a"))])
    func `returns the primary's error if the fallback fails too`(error: SourceError) async {
        await #expect(throws: SourceError.http(status: 503)) {
            try await load(.failure(.http(status: 503)), .failure(error))
        }
    }

    @Test func `returns the primary's error if the fallback has no rows`() async {
        let empty = LoadedSource(origin: .remote, records: 0, fetchedAt: Date(timeIntervalSince1970: 1))
        await #expect(throws: SourceError.http(status: 503)) {
            try await load(.failure(.http(status: 503)), .success(empty))
        }
    }

    @Test func `is cancelled when the fallback is`() async {
        await #expect(throws: SourceError.cancelled) {
            try await load(.failure(.http(status: 503)), .failure(.cancelled))
        }
    }
}
