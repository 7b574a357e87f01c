import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import Testing

@testable import AggPostgres

/// How a store behaves on a server that several people share.
@Suite(TestServer.isThere) struct PostgresServerTests {
    private let schema = "t\(UInt64.random(in: 0...UInt64(Int64.max)))"

    private func server(_ url: String? = TestServer.url) throws -> Server {
        Server(try ServerAddress(try #require(url), environment: [:]), schema: schema)
    }

    private func made() async throws -> Server {
        let server = try server()
        let administration = ServerAdministration(server: server)
        try await administration.make(try await administration.plan())
        return server
    }

    /// Runs statements as the owner of the server.
    private func run(_ sql: String) async throws {
        try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in try session.run(sql) }
    }

    private func favorite(_ key: String, tags: [String] = []) -> Favorite {
        Favorite(source: .cities, kind: "cities", record: .titled(key), addedAt: noon, tags: tags)
    }

    /// Returns the server as seen by a new user with a role.
    private func user(_ role: String) async throws -> Server {
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN; GRANT \(role) TO \(name)")
        return try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
    }

    @Test func `a database without a store explains how to create one`() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await PostgresRecordStore(server: server()).states()
        }
        #expect(error?.code == "store_missing" && error?.reason.contains("agg store init") == true)
    }

    @Test func `a user who may not create a store is told which rights that needs`() async throws {
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN")
        let server = try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
        let administration = ServerAdministration(server: server)
        let plan = try await administration.plan()
        let error = await #expect(throws: StoreError.self) { try await administration.make(plan) }
        #expect(error?.code == StoreError.readOnlyCode, "\(String(describing: error))")
        #expect(
            error?.reason.contains("the CREATE privilege on the database and, to create the roles, CREATEROLE") == true)
        #expect(error?.reason.contains("agg_reader") == false)
        try await run("DROP ROLE \(name)")
    }

    @Test func `creating a store twice keeps the same store`() async throws {
        let administration = ServerAdministration(server: try await made())
        try await PostgresRecordStore(server: administration.server).fill(with: [.titled("A")])
        let plan = try await administration.plan()
        #expect(plan.statements.isEmpty && plan.notes.count == 1)
        try await administration.make(plan)
        #expect(try await administration.status().sources.map(\.records) == [1])
    }

    @Test func `several databases of a server can create the roles at the same time`() async throws {
        let prefix = "r\(UInt64.random(in: 0...UInt64(Int64.max)))_"
        let roles = SchemaText.roles.map { $0.replacing("agg_", with: prefix) }.joined(separator: ", ")
        let statements = ["BEGIN"] + SchemaText.makeRoles.map { $0.replacing("agg_", with: prefix) } + ["COMMIT"]
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try await server().use(.writing, .seconds(30), checksVersion: false) { session, _ in
                        for statement in statements { try session.rows(statement) }
                    }
                }
            }
            try await group.waitForAll()
        }
        try await run("DROP ROLE \(roles)")
    }

    @Test func `a read does not fail if another process removes the source in the meantime`() async throws {
        let (here, there) = (PostgresRecordStore(server: try await made()), PostgresRecordStore(server: try server()))
        try await here.fill(with: [.titled("Anna")])
        // The third use of a statement prepares it, before the sources are checked.
        for _ in 0..<2 {
            #expect(try await here.values(of: "key", startingWith: "An", in: [.cities], limit: 9) == ["Anna"])
        }
        try await there.remove(.cities)
        #expect(try await here.values(of: "key", startingWith: "An", in: [.cities], limit: 9).isEmpty)
    }

    @Test func `leaves tables of a newer version alone, and reads them if possible`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("A")])
        try await run("UPDATE \(schema).version SET version = 99, readable_from = 1")
        let newer = PostgresRecordStore(server: try server())
        #expect(try await newer.titles(matching: "a") == ["A"])
        // Even a process that has used the store before its upgrade stores nothing.
        for store in [newer, store] {
            await #expect(throws: StoreError.newerVersion(file: store.server.address.name)) {
                try await store.fill(with: [.titled("B")])
            }
        }
        try await run("UPDATE \(schema).version SET readable_from = 99")
        await #expect(throws: StoreError.newerVersion(file: store.server.address.name)) {
            try await PostgresRecordStore(server: server()).states()
        }
    }

    @Test func `a reader can search and keep favorites, and an error explains why it cannot write more`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("A")])
        let reader = try await user("agg_reader")
        #expect(try await PostgresRecordStore(server: reader).titles(matching: "a") == ["A"])
        _ = try await PostgresUserStore(server: reader).addFavorite(favorite("A"), limit: 9)
        let error = await #expect(throws: StoreError.self) {
            try await PostgresRecordStore(server: reader).fill(with: [.titled("B")])
        }
        #expect(error?.code == StoreError.readOnlyCode && error?.reason.contains("agg_refresher") == true)
    }

    @Test func `a refresher owns nothing but can do everything a refresh needs`() async throws {
        _ = try await made()
        let store = PostgresRecordStore(server: try await user("agg_refresher"))
        try await store.fill(with: (0..<3_000).map { .titled("Town \($0)") })
        try await store.fill(with: (10..<3_010).map { .titled("Town \($0)") })
        #expect(try await store.states()[.cities]?.records == 3_000)
        try await store.remove(.cities)
        #expect(try await store.states().isEmpty)
    }

    @Test func `favorites belong to one person, and everyone sees the shared ones`() async throws {
        _ = try await made()
        let (anne, ben) = (
            PostgresUserStore(server: try await user("agg_reader")),
            PostgresUserStore(server: try await user("agg_reader"))
        )
        _ = try await anne.addFavorite(favorite("mine"), limit: 9)
        _ = try await anne.addFavorite(favorite("ours", tags: ["Shared"]), limit: 9)
        _ = try await ben.addFavorite(favorite("his"), limit: 9)
        try await anne.keepSetting("mode", "json")
        #expect(try await anne.favorites().map(\.record.key) == ["ours", "mine"])
        #expect(try await ben.favorites().map(\.record.key) == ["his", "ours"])
        #expect(try await ben.ownFavorites().map(\.record.key) == ["his"])
        #expect(try await ben.favoriteAddresses().count == 2)
        #expect(try await ben.favoriteCount() == 1)
        #expect(try await anne.favoriteCount() == 2)
        // Nobody can change what someone else shares.
        #expect(try await ben.editFavorite(favorite("ours").address, FavoriteEdit(removedTags: ["shared"])) == nil)
        #expect(try await ben.removeFavorite(favorite("ours").address) == FavoriteChange(didChange: false, count: 1))
        #expect(try await ben.keptSettings().isEmpty)
        _ = try await anne.editFavorite(favorite("ours").address, FavoriteEdit(removedTags: ["shared"]))
        #expect(try await ben.favorites().map(\.record.key) == ["his"])
        // Not even with their own SQL.
        let seen = try await ben.server.use(.reading, .seconds(5)) { [schema] session, _ in
            try session.number("SELECT count(*) FROM \(schema).favorite")
        }
        #expect(seen == 1)
    }

    @Test func `a shared favorite that cannot be read is left out of the favorites of everyone else`() async throws {
        _ = try await made()
        let (anne, ben) = (
            PostgresUserStore(server: try await user("agg_reader")),
            PostgresUserStore(server: try await user("agg_reader"))
        )
        _ = try await anne.addFavorite(favorite("hers"), limit: 9)
        try await ben.server.use(.reading, .seconds(5)) { [schema] session, _ in
            try session.run(
                """
                INSERT INTO \(schema).favorite (source, key, kind, marked_at, snapshot, tags, shared)
                VALUES ('cities', 'x', 'cities', 1, '{}', '[]', true)
                """)
        }
        #expect(try await anne.favorites().map(\.record.key) == ["hers"])
        let error = await #expect(throws: StoreError.self) { try await ben.favorites() }
        #expect(error?.code == "store_damaged", "\(String(describing: error))")
    }

    @Test func `nobody else can run the functions of a store that was made without roles`() async throws {
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await run("CREATE ROLE \(name) LOGIN; GRANT CREATE ON DATABASE agg TO \(name)")
        let server = try server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
        let administration = ServerAdministration(server: server)
        try await administration.make(try await administration.plan())
        let mayAnyone = try await server.use(.reading, .seconds(5)) { [schema] session, _ in
            try session.rows("SELECT has_function_privilege('public', '\(schema).drop_part(int)', 'EXECUTE')")
                .first?.flag(0)
        }
        #expect(mayAnyone == false)
        try await run("DROP OWNED BY \(name) CASCADE; DROP ROLE \(name)")
    }

    @Test func `removing a source waits for a commit to it`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("A")])
        let link = try await Link.open(store.server.address, nil)
        let commit = Session(link, patience: .seconds(10))
        try commit.run("BEGIN")
        try SourceRow.lock(.cities, schema, commit)
        let removal = Task { try await store.remove(.cities) }
        let observer = try server()
        var isWaiting = false
        for _ in 0..<300 where !isWaiting {
            isWaiting = try await observer.read { [schema] session in
                try session.run("SELECT pg_sleep(0.01)")
                return try session.number(
                    """
                    SELECT count(*) FROM pg_locks
                    WHERE NOT granted AND locktype = 'advisory'
                        AND classid::bigint = (hashtext('\(schema)')::bigint & 4294967295)
                    """) == 1
            }
        }
        #expect(isWaiting)
        #expect(try await store.states().count == 1)
        try commit.run("COMMIT")
        try await removal.value
        #expect(try await store.states().isEmpty)
    }

    @Test func `the rows of a sample are replaced even if its table is being read`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("Sample")], RefreshCommit(origin: .starter, fetchedAt: nil))
        let link = try await Link.open(store.server.address, nil)
        let reader = Session(link, patience: .seconds(10))
        try reader.run("BEGIN; LOCK TABLE \(schema).record IN ACCESS SHARE MODE")
        try await store.fill(with: [.titled("A")])
        let count = try await store.server.read { [schema] session in
            try session.number("SELECT count(*) FROM \(schema).record")
        }
        #expect(count == 1)
        try reader.run("COMMIT")
    }

    @Test func `the rows of a first load need not be marked as visible later`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: (0..<3_000).map { .titled("Town \($0)") })
        let areVisible = try await store.server.read { [schema] session in
            try session.rows(
                """
                SELECT bool_and(relpages > 0 AND relallvisible = relpages) FROM pg_class
                WHERE relnamespace = '\(schema)'::regnamespace AND relkind = 'r' AND relispartition
                """
            ).first?.flag(0)
        }
        #expect(areVisible == true)
    }

    @Test func `an accumulating source writes only the rows that were dropped or returned`() async throws {
        let store = PostgresRecordStore(server: try await made())
        func rows(after titles: [String], day: Double) async throws -> [String] {
            try await store.fill(
                with: titles.map { .titled($0) },
                RefreshCommit(
                    origin: .remote, mode: .accumulate(keep: .seconds(10 * 86_400)),
                    fetchedAt: noon.addingTimeInterval(day * 86_400)))
            return try await store.server.read { [schema] session in
                try session.rows("SELECT key || ' ' || xmin::text FROM \(schema).record ORDER BY key").map {
                    $0.text(0)
                }
            }
        }
        let first = try await rows(after: ["A", "B"], day: 0)
        #expect(try await rows(after: ["A", "B"], day: 1) == first)
        _ = try await store.confirm(.cities, over: nil, state: nil, at: noon.addingTimeInterval(2 * 86_400))
        let dropped = try await rows(after: ["A"], day: 3)
        #expect(dropped.count == 2 && dropped[0] == first[0] && dropped[1] != first[1])
        #expect(try await rows(after: ["A"], day: 4) == dropped)
        let returned = try await rows(after: ["A", "B"], day: 5)
        #expect(returned.count == 2 && returned[0] == first[0] && returned[1] != dropped[1])
        #expect(try await rows(after: ["A", "B"], day: 6) == returned)
    }

    @Test func `a sorted search of many rows returns the first ones and counts all`() async throws {
        let store = PostgresRecordStore(server: try await made())
        let towns = (0..<9_000).map { number in
            Record(key: "\(number)", title: "Town", fields: [.init("people", .integer(Int64(number)))])
        }
        try await store.fill(with: towns)
        let search = RecordSearch(
            text: SearchText("town"), sources: [.cities: .always], order: .column("people", isDescending: true),
            limit: 3)
        let found = try await store.search(search)[.cities]
        #expect(found?.matches.map(\.record.key) == ["8999", "8998", "8997"])
        #expect(found?.total == 9_000 && found?.isTruncated == true)
    }

    @Test func `a second refresh fails with the name of the one who is refreshing`() async throws {
        let store = PostgresRecordStore(server: try await made())
        let staging = try await store.stage(.cities)
        let error = await #expect(throws: StoreError.self) { try await store.stage(.cities) }
        #expect(error?.code == StoreError.refreshingCode)
        #expect(error?.reason.contains("cities is being refreshed by postgres on ") == true)
        #expect(try await ServerAdministration(server: store.server).status().refreshers.map(\.source) == ["cities"])
        await staging.discard()
        try await store.fill(with: [.titled("A")])
    }

    @Test func `an expired lease is taken over, and its former holder stores nothing`() async throws {
        let store = PostgresRecordStore(server: try await made())
        let late = try await store.stage(.cities)
        _ = try await late.write([.titled("late")])
        try await run("UPDATE \(schema).lease SET beat = now() - interval '1 hour'")
        try await store.fill(with: [.titled("A")])
        await #expect(throws: CommitError.self) {
            try await late.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
        }
        #expect(try await store.titles(matching: "late").isEmpty)
    }

    @Test func `the lease of a process of this machine that died is taken over at once`() async throws {
        let store = PostgresRecordStore(server: try await made())
        _ = try await store.stage(.cities)
        // The parent of all processes started at another time than this one.
        try await run(
            """
            UPDATE \(schema).lease SET token = regexp_replace(
                token, '^(\\S+ \\S+) .*$', '\\1 1 99999999999999')
            """)
        let new = try await store.stage(.cities)
        await new.discard()
    }

    @Test func `a holder that missed its renewals is reported with the time its lock expires`() async throws {
        let store = PostgresRecordStore(server: try await made())
        let staging = try await store.stage(.cities)
        try await run("UPDATE \(schema).lease SET beat = now() - interval '12 seconds'")
        let error = await #expect(throws: StoreError.self) { try await store.stage(.cities) }
        #expect(
            error?.reason.contains(
                /, which has not responded for 1[23] s; if the process died, its lock expires in [678]/)
                == true,
            "\(String(describing: error))")
        await staging.discard()
    }

    @Test func `an error of a server that is away suggests the local store`() async throws {
        let address = try ServerAddress("postgresql://127.0.0.1:1/agg", environment: [:])
        let away = Server(address, schema: schema, advice: "to use your local store, add --store /home/anne/agg")
        let error = await #expect(throws: StoreError.self) { try await PostgresRecordStore(server: away).states() }
        #expect(error?.reason.hasSuffix("; to use your local store, add --store /home/anne/agg") == true)
    }

    @Test func `a search after a refresh by another process sees its rows`() async throws {
        let store = PostgresRecordStore(server: try await made())
        let other = PostgresRecordStore(server: try server())
        for number in 0..<6 {
            // What is known of the sources is out of date from now on.
            _ = try await store.states()
            if number == 3 { try await other.remove(.cities) }
            try await other.fill(with: [.titled("Town \(number)", prominence: number)])
            for _ in 0..<2 { #expect(try await store.titles(matching: "town") == ["Town \(number)"]) }
        }
        try await other.remove(.cities)
        #expect(try await store.titles(matching: "town").isEmpty)
    }

    @Test func `a search sees favorites and rows that another process has just stored`() async throws {
        let server = try await made()
        let (store, users) = (PostgresRecordStore(server: server), PostgresUserStore(server: server))
        let there = try self.server()
        let towns = (0..<200).map { Record.titled("Town \($0)") }
        try await store.fill(with: towns)
        for number in 100..<110 {
            if number == 105 { try await PostgresRecordStore(server: there).fill(with: Array(towns.dropFirst(90))) }
            _ = try await PostgresUserStore(server: there).addFavorite(favorite("Town \(number)"), limit: 99)
            let answer = try await store.search(for: users) { readable, states in
                let favorites = (try? readable.get()) ?? []
                let search = RecordSearch(
                    text: SearchText("town 1"), sources: states.mapValues { _ in .always }, favorites: favorites,
                    limit: 20)
                return (search, (favorites: favorites, states: states))
            }
            #expect(answer.plan.favorites.count == number - 99)
            #expect(answer.plan.states[.cities]?.records == (number < 105 ? 200 : 110))
            let found = answer.found[.cities]?.matches ?? []
            #expect(found.count == 20)
            let kept = (100...number).map { "Town \($0)" }
            #expect(found.filter(\.isFavorite).map(\.record.title) == kept)
        }
    }

    @Test func `rows that change during a refresh are not lost`() async throws {
        let store = PostgresRecordStore(server: try await made())
        var towns = (0..<1_500).map { Record.titled("Town \($0)") }
        try await store.fill(with: towns)
        towns[7] = .titled("Town 7", prominence: 3)
        let staging = try await store.stage(.cities)
        _ = try await staging.write(towns)
        try await run("UPDATE \(schema).record SET digest = digest + 1 WHERE key = 'Town 9'")
        let error = await #expect(throws: CommitError.self) {
            try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
        }
        #expect("\(String(describing: error))".contains("changed during the refresh"))
        await staging.discard()
        let change = try await store.fill(with: towns).change
        #expect(change.added == 0 && change.changed == 2 && change.removed == 0)
        #expect(try await store.matches("town 7").matches.first?.record.prominence == 3)
    }

    @Test func `killing a backend during a commit keeps the old rows, and the next refresh works`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("A")])
        for round in 0..<6 {
            let staging = try await store.stage(.cities)
            _ = try await staging.write((0..<4_000).map { .titled("Town \(round) \($0)") })
            let killer = Task {
                try? await Task.sleep(for: .milliseconds(15 * round))
                try await run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%\(schema)%' AND pid <> pg_backend_pid()"
                )
            }
            var commit = RefreshCommit(origin: .remote, fetchedAt: noon)
            commit.acceptsLoss = true
            let isDone = (try? await staging.commit(commit)) != nil
            try await killer.value
            await staging.discard()
            let records = try await store.list(.cities, limit: 9_999)
            let isNew = records.contains { $0.title == "Town \(round) 0" }
            #expect(isNew == isDone && Set(records.map { $0.title.prefix(6) }).count == 1, "\(round)")
        }
    }

    @Test func `reconnects after a lost connection`() async throws {
        let store = PostgresRecordStore(server: try await made())
        try await store.fill(with: [.titled("A")])
        try await run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agg' AND pid <> pg_backend_pid() AND query LIKE '%\(schema)%'"
        )
        #expect(try await store.titles(matching: "a") == ["A"])
        try await store.fill(with: [.titled("B")])
        #expect(try await store.titles(matching: "b") == ["B"])
    }

    @Test func `reads and writes reconnect after the server ended their connections`() async throws {
        let store = PostgresRecordStore(server: try await made())
        func disconnect() async throws {
            try await server().use(.reading, .seconds(10), checksVersion: false) { session, _ in
                for backend in try session.rows("SELECT pid FROM pg_stat_activity").map({ $0.integer(0) })
                where store.server.isOwn(Int32(clamping: backend)) {
                    try session.rows("SELECT pg_terminate_backend($1::int, 10000)", [.integer(backend)])
                }
            }
        }
        try await store.fill(with: [.titled("A")])
        try await disconnect()
        try await store.fill(with: [.titled("B")])
        try await disconnect()
        #expect(try await store.titles(matching: "b") == ["B"])
    }

    @Test func `looks up the outcome of a transaction whose acknowledgment was lost`() async throws {
        let server = try await made()
        func transaction(_ end: String) async throws -> String {
            try await server.use(.reading, .seconds(5)) { session, _ in
                try session.run("BEGIN")
                defer { try? session.run(end) }
                return try session.rows("SELECT pg_current_xact_id()::text").first?.text(0) ?? ""
            }
        }
        #expect(try await server.isCommitted(transaction("COMMIT")))
        #expect(try await server.isCommitted(transaction("ROLLBACK")) == false)
    }

    @Test func `a cancelled statement ends before its result, and its connection is reused`() async throws {
        let server = try await made()
        let waiting = Task { try await server.read { session in try session.number("SELECT 1 FROM pg_sleep(1000)") } }
        try await Task.sleep(for: .milliseconds(200))
        waiting.cancel()
        let error = await #expect(throws: StoreError.self) { try await waiting.value }
        #expect(error == .cancelled)
        #expect(try await server.read { session in try session.number("SELECT 1") } == 1)
    }

    @Test func `names an unreachable server`() async throws {
        let away = Server(try ServerAddress("postgresql://127.0.0.1:1/agg", environment: [:]))
        let error = await #expect(throws: StoreError.self) { try await PostgresRecordStore(server: away).states() }
        #expect(error?.code == "store_unreachable" && error?.reason.contains("127.0.0.1:1") == true)
    }

    @Test func `a listener is notified of refreshes by others`() async throws {
        let listener = ServerAdministration(server: try await made())
        let other = PostgresRecordStore(server: try server())
        let heard = Task { () -> String? in
            for await source in listener.news() { return source }
            return nil
        }
        let refreshing = Task {
            // The listener may not have started yet.
            while !Task.isCancelled {
                try await other.fill(.news, with: [.titled("A")])
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        #expect(await heard.value != nil)
        refreshing.cancel()
        _ = await refreshing.result
    }

    @Test func `a listener reconnects after a lost connection`() async throws {
        _ = try await made()
        let listening = try server(TestServer.url.map { "\($0)&application_name=\(schema)" })
        let other = PostgresRecordStore(server: try server())
        let news = Listener.news(of: listening, pause: .milliseconds(10))
        for source in [SourceID.news, .cities] {
            let refreshing = Task {
                // The listener may not have started yet.
                while !Task.isCancelled {
                    try await other.fill(source, with: [.titled("A")])
                    try await Task.sleep(for: .milliseconds(50))
                }
            }
            var isHeard = false
            for await next in news where next == source.description {
                isHeard = true
                break
            }
            #expect(isHeard)
            refreshing.cancel()
            _ = await refreshing.result
            try await run(
                """
                SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = '\(schema)'
                """)
        }
    }

    @Test func `everything works behind a pooler in transaction mode`() async throws {
        guard let pool = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES_POOL"] else { return }
        _ = try await made()
        let pooled = try server(pool)
        let store = PostgresRecordStore(server: pooled)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                let source = SourceID.named("s\(number)")
                group.addTask {
                    try await store.fill(source, with: (0..<50).map { .titled("Town \(number) \($0)") })
                    for _ in 0..<20 {
                        #expect(try await store.matches("town \(number)", in: source).matches.count == 50)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `reads use the replica, writes use the primary, and a process sees its own writes at once`() async throws
    {
        guard let both = ProcessInfo.processInfo.environment["AGG_TEST_POSTGRES_BOTH"] else { return }
        _ = try await made()
        let server = try server(both)
        let (store, users) = (PostgresRecordStore(server: server), PostgresUserStore(server: server))
        for number in 0..<5 {
            try await store.fill(with: [.titled("Town \(number)")])
            // This process reads its own writes.
            #expect(try await store.titles(matching: "town") == ["Town \(number)"])
            _ = try await users.addFavorite(favorite("\(number)"), limit: 99)
            #expect(try await users.favorites().count == number + 1)
        }
        var isReplica = false
        for _ in 0..<100 where !isReplica {
            isReplica = try await server.read { session in
                try session.rows("SELECT pg_is_in_recovery()").first?.flag(0) ?? false
            }
        }
        #expect(isReplica)
        #expect(try await ServerAdministration(server: server).status().replicas.map(\.state) == ["streaming"])
        // A lagging replica is reported, and whoever wrote reads from the primary until it catches up.
        let port = try #require(
            URLComponents(string: both)?.queryItems?.first { $0.name == "port" }?.value?.split(separator: ",").first)
        let paused = try self.server(TestServer.url?.replacing(/port=\d+/, with: "port=\(port)"))
        try await paused.use(.reading, .seconds(5)) { session, _ in try session.run("SELECT pg_wal_replay_pause()") }
        try await store.fill(with: [.titled("Town 9")])
        #expect(try await store.titles(matching: "town") == ["Town 9"])
        let other = PostgresRecordStore(server: try self.server(both))
        var notes: [String] = []
        for _ in 0..<200 where notes.isEmpty { notes = try await other.states()[.cities]?.notes ?? [] }
        #expect(notes.first?.hasSuffix("s behind") == true)
        try await paused.use(.reading, .seconds(5)) { session, _ in try session.run("SELECT pg_wal_replay_resume()") }
    }
}
