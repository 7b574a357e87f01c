import AggStorage
import Foundation
import Synchronization

/// A store on an imaginary server.
final class StubSharedStore: SharedStore {
    /// Whether the store was created.
    let isMade = Mutex(false)
    /// Whether it exists in an earlier version.
    let isUpgrade: Bool

    init(isUpgrade: Bool = false) {
        self.isUpgrade = isUpgrade
    }

    func plan() -> StorePlan {
        var plan = StorePlan(
            place: "PostgreSQL at db.example.org, database agg",
            statements: isMade.withLock { $0 } ? [] : ["CREATE SCHEMA agg", "CREATE TABLE agg.record (key text)"],
            notes: isMade.withLock { $0 } ? ["the store already exists (version 1)"] : [])
        plan.isUpgrade = isUpgrade
        return plan
    }

    func make(_ plan: StorePlan) {
        isMade.withLock { $0 = true }
    }

    func news() -> AsyncStream<String> { AsyncStream { $0.finish() } }

    func status() -> StoreStatus {
        StoreStatus(
            place: "PostgreSQL at db.example.org", server: "15.20", user: "anne", roles: ["agg_reader"], version: 1,
            bytes: 120_000_000, sources: [.init(id: "cities", records: 209_557, bytes: 97_000_000)],
            replicas: [.init(name: "replica", state: "streaming", lag: 0.0312)], lag: nil,
            refreshers: [
                .init(
                    source: "cities", holder: "ben on mill (process 7)",
                    since: Date(timeIntervalSince1970: 1_795_000_000))
            ], waiting: 0)
    }
}
