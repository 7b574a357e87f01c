import AggStorage
import Dispatch
import Foundation
import Testing

@testable import AggStore

/// Long reads, such as a facet or a check of the whole file, alongside other work.
///
/// Serialized: together these tests would take all threads of the store and wait for each other.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LongReadTests {
    private let folder = TemporaryFolder()
    private let file: StoreFile
    private let store: SQLiteRecordStore

    init() throws {
        file = try .mirror(in: folder)
        store = SQLiteRecordStore(file)
    }

    /// Does work while `count` reads run, starting once `begun` of them have begun; the reads end after the work.
    private func whileReading(
        _ count: Int, begun: Int, _ work: (_ reads: [Task<Int64?, any Error>]) async throws -> Void
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let file = file
        let reads = (0..<count).map { _ in
            Task {
                try await file.read { db in
                    begin.yield()
                    gate.wait()
                    return try db.integer("SELECT count(*) FROM record")
                }
            }
        }
        var beginning = begins.makeAsyncIterator()
        for _ in 0..<begun { await beginning.next() }
        let result = await Result { try await work(reads) }
        for _ in reads { gate.signal() }
        for read in reads { _ = await read.result }
        try result.get()
    }

    @Test func `searches and other tasks continue during long reads`() async throws {
        try await store.fill(with: [.titled("Paris")])
        try await whileReading(3, begun: 3) { _ in
            #expect(try await store.titles(matching: "paris") == ["Paris"])
            try await store.fill(.news, with: [.titled("News")])
            #expect(try await store.states().count == 2)
            #expect(await Task.detached { 7 }.value == 7)
        }
    }

    @Test func `waiting reads block no other task, and all of them finish`() async throws {
        try await store.fill(with: [.titled("Paris")])
        var waiting: [Task<Int64?, any Error>] = []
        try await whileReading(40, begun: 4) { reads in
            waiting = reads
            let others = (0..<32).map { number in Task.detached { number } }
            for (number, task) in others.enumerated() { #expect(await task.value == number) }
            try await Task.sleep(for: .milliseconds(1))
        }
        for read in waiting { #expect(try await read.value == 1) }
    }

    @Test func `a cancelled read stops midway, and its connection keeps working`() async throws {
        let (begins, begin) = AsyncStream.makeStream(of: Void.self)
        let file = file
        let endless = Task { () throws(StoreError) -> Int64? in
            try await file.read { db in
                begin.yield()
                return try db.integer(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
            }
        }
        for await _ in begins { break }
        endless.cancel()
        await #expect(throws: StoreError.cancelled) { try await endless.value }
        #expect(try await store.states().isEmpty)
    }
}

extension Result where Failure == any Error {
    /// Creates the result of asynchronous work.
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
