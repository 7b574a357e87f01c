import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

import AggStore

/// Several tasks and processes on one folder; each opened store stands for a process.
struct ConcurrencyTests {
    @Test func `concurrent additions respect the limit of favorites`() async throws {
        let folder = TemporaryFolder()
        let openings = try (0..<3).map { _ in try Stores.open(folder: folder.path).user }
        let added = await withTaskGroup(of: Bool.self, returning: Int.self) { group in
            for number in 0..<30 {
                let user = openings[number % 3]
                let favorite = Favorite(
                    source: .cities, kind: "cities", record: .titled("Town \(number)"), addedAt: noon)
                group.addTask { (try? await user.addFavorite(favorite, limit: 10))?.didChange ?? false }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(added == 10)
        #expect(try await openings[0].favorites().count == 10)
    }

    @Test func `sources stage and commit concurrently`() async throws {
        let folder = TemporaryFolder()
        let store = try Stores.open(folder: folder.path).mirror
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let records = (0..<300).map { Record.titled("Source \(number) row \($0)") }
                    let staging = try await store.stage(.named("s\(number)"))
                    for start in stride(from: 0, to: 300, by: 100) {
                        _ = try await staging.write(Array(records[start..<start + 100]))
                    }
                    _ = try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.states().mapValues(\.records).values.allSatisfy { $0 == 300 })
        #expect(try await store.matches("source 3 row 7", in: .named("s3"), limit: 99).matches.count == 11)
    }

    @Test func `readers see either the old rows or the new ones`() async throws {
        let folder = TemporaryFolder()
        let store = try Stores.open(folder: folder.path).mirror
        try await store.fill(with: (0..<60).map { .titled("Old town \($0)") })
        let writer = Task {
            for round in 0..<5 {
                try await store.fill(
                    with: (0..<60).map { .titled("Round\(round) town \($0)") },
                    RefreshCommit(origin: .remote, fetchedAt: noon, acceptsLoss: true))
            }
        }
        for _ in 0..<20 {
            let matches = try await store.matches("town", limit: 999).matches
            #expect(matches.count == 60)
            #expect(Set(matches.map { $0.record.title.prefix(6) }).count == 1)
        }
        try await writer.value
    }
}
