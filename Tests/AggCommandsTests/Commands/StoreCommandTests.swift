import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

/// Creating, showing, and copying stores.
struct StoreCommandTests {
    private func text(_ output: CommandOutput) -> String {
        (output.body as? TextAnswer)?.text ?? (output.body as? TableReport)?.table.rows.description ?? ""
    }

    @Test func `shows the statements, then runs them once`() async throws {
        var bench = try Bench()
        let shared = StubSharedStore()
        bench.context.sharedStore = shared
        let plan = text(try await bench.run("store init --dry-run"))
        #expect(plan.contains("CREATE SCHEMA agg;") && !shared.isMade.withLock { $0 })
        let made = text(try await bench.run("store init"))
        #expect(
            made.contains("CREATE SCHEMA agg;\n")
                && made.hasSuffix("Created a store on PostgreSQL at db.example.org, database agg."))
        #expect(shared.isMade.withLock { $0 })
        #expect(text(try await bench.run("store init")) == "-- the store already exists (version 1)\n")
    }

    @Test func `an upgrade is called one`() async throws {
        var bench = try Bench()
        bench.context.sharedStore = StubSharedStore(isUpgrade: true)
        #expect(text(try await bench.run("store init")).contains("Upgraded the store on PostgreSQL at db.example.org"))
    }

    @Test(arguments: [
        ("store status", "the store is a folder"), ("store init", "the store is a folder"),
        ("store move", "unknown action “move”"), ("store copy a", "usage: store copy FROM TO"),
        ("store status now", "usage: store status"),
        ("store copy a b --dry-run", "“store copy” has no option --dry-run, which is only for “store init”"),
        ("store init --user", "“store init” has no option --user, which is only for “store copy”"),
        ("store copy --user a b towns", "so it does not take SOURCE"),
    ])
    func `explains incorrect usage`(line: String, expected: String) async throws {
        let bench = try Bench()
        let error = await #expect(throws: CommandError.self) { try await bench.run(line) }
        #expect(error?.status == .usage && error?.message.contains(expected) == true)
    }

    private func store() -> CopiedStore {
        let users = InMemoryUserStore()
        return CopiedStore(
            records: InMemoryRecordStore(), users: users, favorites: users, readMarks: InMemoryReadMarkStore(),
            alerts: InMemoryAlertStore())
    }

    @Test func `leaves out starter samples, and says so if one is named`() async throws {
        var bench = try Bench()
        let (first, second) = (store(), store())
        bench.context.openStore = { $0 == "a" ? first : second }
        func fill(_ store: CopiedStore, _ id: String, _ origin: Origin) async throws {
            let staging = try await store.records.stage(try #require(SourceID(id)))
            _ = try await staging.write([Record(key: id, title: id)])
            let time = origin == .starter ? nil : Date(timeIntervalSince1970: 1)
            _ = try await staging.commit(RefreshCommit(origin: origin, fetchedAt: time))
        }
        try await fill(first, "towns", .remote)
        try await fill(first, "peaks", .starter)
        #expect(text(try await bench.run("store copy a b")) == text(try await bench.run("store copy a b towns")))
        #expect(try await second.records.states().keys.map(\.description) == ["towns"])
        let error = await #expect(throws: CommandError.self) { try await bench.run("store copy a b towns peaks") }
        #expect(error?.message == "nothing was copied: a has no rows for “peaks”; a starter sample is not copied")
    }

    @Test func `copies rows and user data from one store to another`() async throws {
        var bench = try Bench()
        let (first, second) = (store(), store())
        bench.context.openStore = { $0 == "a" ? first : second }
        for source in ["towns", "peaks"].compactMap({ SourceID($0) }) {
            let staging = try await first.records.stage(source)
            _ = try await staging.write([Record(key: "1", title: "One"), Record(key: "2", title: "Two")])
            _ = try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: Date(timeIntervalSince1970: 1)))
        }
        _ = try await first.users.saveSearch(SavedSearch(name: "f", line: "search f"))
        #expect(text(try await bench.run("store copy a b towns")).contains("towns"))
        #expect(try await second.records.states().count == 1)
        _ = try await bench.run("store copy a b")
        #expect(try await second.records.states() == first.records.states())
        let copied = text(try await bench.run("store copy a b --user"))
        #expect(
            copied == "Copied 0 favorites, 0 settings, 1 saved search, 0 read marks, and 0 watched searches. The "
                + "history of changes is not copied, so some unread records may be missing from “news” in the copy.")
        #expect(try await second.users.savedSearches().map(\.name) == ["f"])
        let error = await #expect(throws: CommandError.self) { try await bench.run("store copy a b lakes") }
        #expect(error?.message.contains("lakes") == true)
    }

    @Test(arguments: ["store copy a ./a", "store copy a ./a towns", "store copy a ./a --user"])
    func `refuses to copy a store onto itself`(line: String) async throws {
        var bench = try Bench()
        bench.context.openStore = { address throws(StoreError) in
            throw .inaccessible(file: address, detail: "it was opened")
        }
        bench.context.areSameStore = { $0.suffix(1) == $1.suffix(1) }
        let error = await bench.error(of: line)
        #expect(error?.status == .usage)
        #expect(error?.message == "nothing was copied: FROM and TO are the same store")
    }

    @Test(arguments: ["store copy a b", "store copy a b towns", "store copy a b --user"])
    func `opens no store if there is none to copy from`(line: String) async throws {
        var bench = try Bench()
        bench.context.openStore = { address throws(StoreError) in
            throw .inaccessible(file: address, detail: "it was opened")
        }
        bench.context.hasStore = { $0 != "a" }
        let error = await bench.error(of: line)
        #expect(error?.code == "store_missing" && error?.status == .failed)
        #expect(error?.message.contains("there is no store in “a”") == true)
    }
}
