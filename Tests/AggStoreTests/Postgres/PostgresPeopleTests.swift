import AggSearch
import AggSource
import AggStorage
import AggStore
import Foundation
import Testing

@testable import AggPostgres

/// What several people, and several processes of one person, keep in the same store.
@Suite(TestServer.isThere) struct PostgresPeopleTests {
    private let schema = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"

    private func server(_ url: String? = TestServer.url) throws -> Server {
        Server(try ServerAddress(try #require(url), environment: [:]), schema: schema)
    }

    private func made() async throws {
        let administration = ServerAdministration(server: try server())
        try await administration.make(try await administration.plan())
    }

    /// Runs statements as the owner of the server.
    private func run(_ sql: String) async throws {
        try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in try session.run(sql) }
    }

    /// Creates a person who may only read, and returns the name.
    private func reader() async throws -> String {
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN; GRANT agg_reader TO \(name)")
        return name
    }

    /// The server as one person's process sees it.
    private func server(of name: String) throws -> Server {
        try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
    }

    private func address(_ key: String) -> RecordAddress { RecordAddress(source: .news, key: key) }

    private func alert(_ key: String) -> Alert {
        Alert(watch: "fails", address: address(key), title: key, kind: .added, at: noon)
    }

    @Test func `two people watch searches with the same name, and neither sees or changes the other's`() async throws {
        try await made()
        let (anne, ben) = (
            PostgresAlertStore(server: try server(of: try await reader())),
            PostgresAlertStore(server: try server(of: try await reader()))
        )
        try await anne.saveWatch(Watch(name: "fails", command: "cat", since: noon, examined: [.news: noon]))
        try await ben.saveWatch(Watch(name: "fails", since: noon))
        let hers = try await anne.noteMatches([alert("1")], of: "fails", examined: [.cities: noon])
        let his = try await ben.noteMatches([alert("1"), alert("2")], of: "fails", examined: [:])
        #expect(hers.count == 1 && his.count == 2)
        #expect(try await anne.alerts(onlyUnreported: true) == hers)
        try await ben.noteReported(hers.map(\.number) + his.map(\.number))
        #expect(try await anne.alerts(onlyUnreported: true) == hers)
        #expect(try await ben.alerts(onlyUnreported: true).isEmpty)
        try await ben.removeWatch("fails")
        #expect(try await anne.watches().first?.examined == [.news: noon, .cities: noon])
        // Not even by SQL of their own.
        for table in SchemaText.ownTables {
            let seen = try await ben.server.use(.reading, .seconds(5)) { [schema] session, _ in
                try session.number("SELECT count(*) FROM \(schema).\(table)")
            }
            #expect(seen == 0, "\(table)")
        }
    }

    @Test func `read marks and histories belong to a person`() async throws {
        try await made()
        let (anne, ben) = (try server(of: try await reader()), try server(of: try await reader()))
        let marks = (PostgresReadMarkStore(server: anne), PostgresReadMarkStore(server: ben))
        try await marks.0.mark([address("1"): .init(isRead: true, at: noon)])
        try await marks.0.mark([SourceID.cities: .init(at: noon, changes: 3)])
        try await marks.1.mark([SourceID.news: .init(at: noon, changes: 1)])
        #expect(try await marks.0.readMarks().records.count == 1)
        #expect(try await marks.1.readMarks() == ReadMarks(sources: [.news: .init(at: noon, changes: 1)]))
        let users = (PostgresUserStore(server: anne), PostgresUserStore(server: ben))
        let favorite = Favorite(source: .news, kind: "feed", record: .titled("a"), addedAt: noon, tags: ["shared"])
        _ = try await users.0.addFavorite(favorite, limit: 9)
        // A favorite that somebody shares is seen, but not merged or exported as one's own.
        #expect(try await users.1.favorites() == [favorite])
        #expect(try await users.1.favoriteHistories().isEmpty)
        #expect(try await users.1.mergeFavorites(users.0.favoriteHistories(), limit: 9).added == 1)
        _ = try await users.0.removeFavorite(favorite.address)
        #expect(try await users.1.favorites() == [favorite])
        #expect(try await users.1.mergeFavorites(users.0.favoriteHistories(), limit: 9).removed == 1)
    }

    @Test func `one process of a person sends alerts at a time, and others wait for nobody else`() async throws {
        try await made()
        let (anne, ben) = (try await reader(), try await reader())
        // Two machines: each has files of its own.
        let folders = (0..<3).map { _ in TemporaryFolder() }
        func locks(_ name: String, _ folder: TemporaryFolder) throws -> ServerLocks {
            ServerLocks(server: try server(of: name), files: FileLocks(folder: folder.path))
        }
        let (home, work, his) = (
            try locks(anne, folders[0]), try locks(anne, folders[1]), try locks(ben, folders[2])
        )
        let held = try #require(try await home.take(.alerts))
        for locks in [home, work] { #expect(try await locks.take(.alerts) == nil) }
        let other = try #require(try await his.take(.alerts))
        for lock in [held, other] { #expect(try await lock.isHeld()) }
        await held.release()
        let next = try #require(try await work.take(.alerts))
        #expect(try await held.isHeld() == false)
        // A process that was silent for long, as on a machine that was asleep, loses the lock.
        try await run("UPDATE \(schema).own_lease SET beat = now() - interval '1 hour'")
        let last = try #require(try await home.take(.alerts))
        #expect(try await next.isHeld() == false)
        #expect(try await last.isHeld())
        await next.release()
        #expect(try await last.isHeld())
        await last.release()
        await other.release()
        withExtendedLifetime(folders) {}
    }

    @Test func `processes of one person find and mark the same matches, and each match is stored once`() async throws {
        try await made()
        let name = try await reader()
        let url = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES_POOL"]
        // Behind the pooler, if there is one; it admits only this person.
        let servers = try (0..<6).map { _ in try url.map { try server($0) } ?? server(of: name) }
        try await PostgresAlertStore(server: servers[0]).saveWatch(Watch(name: "fails", since: noon))
        let found = (0..<50).map { alert("\($0)") }
        let new = try await withThrowingTaskGroup(of: [Alert].self) { group in
            for server in servers {
                group.addTask {
                    let (alerts, marks) = (PostgresAlertStore(server: server), PostgresReadMarkStore(server: server))
                    var new: [Alert] = []
                    for start in stride(from: 0, to: 50, by: 10) {
                        let some = Array(found[start..<start + 10])
                        new += try await alerts.noteMatches(some, of: "fails", examined: [.news: noon])
                        let read = some.map { ($0.address, ReadMarks.OfRecord(isRead: true, at: noon)) }
                        try await marks.mark(Dictionary(uniqueKeysWithValues: read))
                        try await marks.mark([SourceID.cities: .init(at: noon, changes: 1)])
                        _ = try await marks.readMarks()
                    }
                    return new
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(new.count == 50 && Set(new.map(\.address)).count == 50)
        let stored = try await PostgresAlertStore(server: servers[0]).alerts(onlyUnreported: true)
        #expect(stored == new.sorted { $0.number < $1.number })
        let marks = try await servers[1].use(.reading, .seconds(5)) { [schema] session, _ in
            try session.number("SELECT count(*) FROM \(schema).read_record")
        }
        #expect(marks == 50)
    }
}
