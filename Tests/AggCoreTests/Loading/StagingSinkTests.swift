import Foundation
import Testing

@testable import AggCore
@testable import AggSource
@testable import AggStorage

@Suite(.timeLimit(.minutes(5))) struct StagingSinkTests {
    private let store = SpyRecordStore()
    private let batch = [Record(key: "1", title: "One")]

    private func sink(_ progress: ProgressReporter = .silent) async throws -> StagingSink {
        let id = try #require(SourceID("shelf"))
        return try await StagingSink(id, in: store, progress: progress)
    }

    @Test func `returns before its writes end, which start one after another`() async throws {
        let sink = try await sink()
        await store.writeGate.close()
        try await sink.write(batch)
        await store.writeGate.untilSomeoneWaits()
        try await sink.write(batch + batch)
        try await sink.write(batch)
        #expect(store.events == [.staged])
        let fourth = Task { [batch] in try await sink.write(batch + batch) }
        await store.writeGate.open()
        try await fourth.value
        try await sink.finish()
        #expect(store.events == [.staged, .wrote(1), .wrote(2), .wrote(1), .wrote(2)])
    }

    @Test func `reports how many records are staged`() async throws {
        let (counts, count) = AsyncStream.makeStream(of: LoadProgress.self)
        let sink = try await sink(ProgressReporter { count.yield($0) })
        for _ in 1...3 { try await sink.write(batch) }
        try await sink.finish()
        count.finish()
        #expect(await counts.reduce(into: []) { $0.append($1) } == [.records(1), .records(2), .records(3)])
    }

    @Test func `has nothing to finish without a write`() async throws {
        try await sink().finish()
        #expect(store.events == [.staged])
    }

    @Test(arguments: [(StoreError.full(file: "m"), SourceError(StoreError.full(file: "m"))), (.cancelled, .cancelled)])
    func `reports a failed write at a later write or at the end`(error: StoreError, expected: SourceError)
        async throws
    {
        store.failWrites(with: error)
        let first = try await sink()
        for _ in 1...3 { try await first.write(batch) }
        await #expect(throws: expected) { try await first.write(batch) }
        let second = try await sink()
        try await second.write(batch)
        await #expect(throws: expected) { try await second.finish() }
    }

    @Test func `discards its staging area only after the last write`() async throws {
        let sink = try await sink()
        await store.writeGate.close()
        try await sink.write(batch)
        await store.writeGate.untilSomeoneWaits()
        let abandoning = Task { await sink.abandon() }
        for _ in 0..<10 { await Task.yield() }
        #expect(store.events == [.staged])
        await store.writeGate.open()
        await abandoning.value
        #expect(store.events == [.staged, .wrote(1), .discarded])
    }

    @Test func `restarts in an empty staging area after the last write to the first`() async throws {
        let sink = try await sink()
        await store.writeGate.close()
        try await sink.write(batch)
        await store.writeGate.untilSomeoneWaits()
        let restarting = Task { try await sink.restart() }
        for _ in 0..<10 { await Task.yield() }
        #expect(store.events == [.staged])
        await store.writeGate.open()
        try await restarting.value
        try await sink.write(batch + batch)
        try await sink.finish()
        #expect(store.events == [.staged, .wrote(1), .discarded, .staged, .wrote(2)])
        #expect(await sink.staging.count == 2)
    }

    @Test func `reports that there is no room to restart`() async throws {
        let sink = try await sink()
        store.fail(with: .full(file: "m"))
        await #expect(throws: SourceError(StoreError.full(file: "m"))) { try await sink.restart() }
    }

    @Test func `accepts nothing from a cancelled task`() async throws {
        let sink = try await sink()
        let task = Task { [batch] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await sink.write(batch)
        }
        await #expect(throws: SourceError.cancelled) { try await task.value }
        #expect(store.events == [.staged])
    }
}
