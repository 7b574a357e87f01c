import AggSearch
import AggSource
import AggStorage
import AggStore
import AggTesting
import Foundation
import Synchronization
import Testing

@testable import AggPostgres

/// Connections to a server: their settings, faults, and interruptions.
@Suite(TestServer.isThere) struct PostgresSessionTests {
    private let bench = ServerBench()

    @Test func `texts are exchanged in UTF-8, whatever the URL or the role says`() async throws {
        _ = try await bench.made()
        var servers = [try await bench.user("agg_refresher", with: "client_encoding = 'LATIN1'")]
        for url in [TestServer.url, ServerBench.pool].compactMap(\.self) {
            servers.append(try bench.server(url + "&client_encoding=LATIN1"))
        }
        for server in servers {
            try await PostgresRecordStore(server: server).fill(with: [.titled("Zürich 東京")])
            #expect(try await PostgresRecordStore(server: bench.server()).titles(matching: "zur") == ["Zürich 東京"])
            #expect(try await PostgresRecordStore(server: server).titles(matching: "zur") == ["Zürich 東京"])
        }
    }

    @Test func `coordinates and times are exact, whatever the role says`() async throws {
        _ = try await bench.made()
        let server = try await bench.user("agg_refresher", with: "extra_float_digits = 0")
        let store = PostgresRecordStore(server: server)
        let place = Coordinate(latitude: 41.795905405805007, longitude: -87.655_412_345_678_91)
        let time = noon.addingTimeInterval(0.123456)
        try await store.fill(
            with: [Record(key: "1", title: "A", coordinate: place)], RefreshCommit(origin: .remote, fetchedAt: time))
        #expect(try await store.list(.cities, limit: 9).map(\.coordinate) == [place])
        #expect(try await store.page(of: .cities, after: nil, limit: 9).map(\.coordinate) == [place])
        #expect(try await store.states()[.cities]?.fetchedAt == time)
        #expect(try await store.state(of: .cities)?.fetchedAt == time)
    }

    @Test func `an error while rows arrive is reported as itself, and its connection remains usable`() async throws {
        let server = try await bench.made()
        for _ in 0..<20 {
            let error = await #expect(throws: StoreError.self) {
                try await server.read { session in
                    try session.forEach("SELECT generate_series(1, 1000000)") { _ in throw DamagedRecord() }
                }
            }
            #expect(error?.code == "store_damaged", "\(String(describing: error))")
            // No late request to stop the former statement stops this one.
            let done = try await server.read { session in try session.number("SELECT 1 FROM pg_sleep(0.02)") }
            #expect(done == 1)
        }
    }

    @Test func `work is not repeated after its commit`() async throws {
        _ = try await bench.made()
        let server = try bench.server(ServerBench.both)
        let runs = Mutex(0)
        let schema = bench.schema
        try await server.write { session in
            runs.withLock { $0 += 1 }
            // A pooler that shares connections can forget prepared statements at any time.
            session.link.statements.withLock { _ = $0.prepared.insert("SELECT pg_current_wal_lsn()::text") }
            try session.rows("UPDATE \(schema).version SET version = version")
        }
        #expect(runs.withLock { $0 } == 1)
    }

    @Test func `a timeout beyond all measure is no fault`() async throws {
        let away = Server(
            try ServerAddress("postgresql://127.0.0.1:1/agg?connect_timeout=9223372036854775807", environment: [:]))
        await #expect(throws: StoreError.self) { try await PostgresRecordStore(server: away).states() }
    }

    @Test func `a role that may only read is not taken for a replica`() async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        try await store.fill(with: [.titled("A")])
        let server = try await bench.user("agg_refresher", with: "default_transaction_read_only = on")
        let error = await #expect(throws: StoreError.self) {
            try await PostgresRecordStore(server: server).fill(with: [.titled("B")])
        }
        #expect(error?.code == StoreError.readOnlyCode)
        #expect(
            error?.reason.contains("or your role on it, is read-only") == true
                && error?.reason.contains("replica") == false, "\(String(describing: error))")
    }

    @Test func `the health of a store says whether it can be changed`() async throws {
        func rights(_ server: Server) async -> String {
            await ServerHealth(server: server).findings(in: HealthScope()).map(\.detail).joined()
        }
        let server = try await bench.made()
        #expect(await rights(server).contains("you can refresh sources"))
        let reader = try await bench.user("agg_refresher", with: "default_transaction_read_only = on")
        #expect(await rights(reader).contains("read-only for you, so you can search the store but not change it"))
        if let both = ServerBench.both,
            let ports = URLComponents(string: both)?.queryItems?.first(where: { $0.name == "port" })
        {
            let port = try #require(ports.value?.split(separator: ",").first)
            let replica = try bench.server(TestServer.url?.replacing(/port=\d+/, with: "port=\(port)"))
            var found = ""
            for _ in 0..<100 where !found.contains("sources") {
                found = await rights(replica)
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(found.contains("it is a replica, so you can search the store but not change it"), "\(found)")
        }
        try await bench.run("UPDATE \(bench.schema).version SET version = 99, readable_from = 1")
        #expect(await rights(try bench.server()).contains("the store was made by a newer version of agg"))
    }

    @Test func `a database that does not exist is named`() async throws {
        for url in [TestServer.url, ServerBench.pool].compactMap(\.self) {
            let server = try bench.server(url.replacing("/agg?", with: "/nodb?"))
            let error = await #expect(throws: StoreError.self) {
                try await PostgresRecordStore(server: server).states()
            }
            #expect(error?.reason.contains("has no database “nodb”; create it with “createdb nodb”") == true)
        }
    }

    @Test func `a schema of someone else is left alone and named`() async throws {
        try await bench.run("CREATE SCHEMA \(bench.schema); CREATE TABLE \(bench.schema).own (a int)")
        let error = await #expect(throws: StoreError.self) {
            try await ServerAdministration(server: bench.server()).plan()
        }
        #expect(error?.reason.contains("has a schema “\(bench.schema)” that was not created by agg") == true)
    }

    @Test func `the status leaves out refreshes whose lease has expired`() async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        let staging = try await store.stage(.cities)
        let administration = ServerAdministration(server: store.server)
        #expect(try await administration.status().refreshers.map(\.source) == ["cities"])
        try await bench.run("UPDATE \(bench.schema).lease SET beat = now() - interval '21 seconds'")
        #expect(try await administration.status().refreshers.isEmpty)
        await staging.discard()
    }

    @Test func `the status says who can see the state of a replica`() async throws {
        guard ServerBench.both != nil else { return }
        _ = try await bench.made()
        let reader = try await bench.user("agg_reader", with: "application_name = 'agg'")
        let replicas = try await ServerAdministration(server: reader).status().replicas
        #expect(replicas.map(\.state) == ["visible only to members of pg_monitor"])
        #expect(replicas.map(\.name) == ["unknown"] && replicas.first?.lag == nil)
    }

    @Test func `the version of a store changes with what its user sees, and with nothing else`() async throws {
        let stores = try await TestServer.makeStore()
        var last = try #require(await stores.version())
        func expectChange(_ changes: Bool = true, _ work: () async throws -> Void) async throws {
            try await work()
            let version = try #require(await stores.version())
            #expect((version != last) == changes)
            last = version
        }
        try await expectChange { try await stores.mirror.fill(with: [.titled("A")]) }
        try await expectChange(false) { _ = try await stores.mirror.titles(matching: "a") }
        try await expectChange(false) { await (try await stores.mirror.stage(.cities)).discard() }
        try await expectChange {
            let stored = try await stores.mirror.states()[.cities]
            _ = try await stores.mirror.confirm(.cities, over: stored, state: nil, at: noon + 60)
        }
        let favorite = Favorite(source: .cities, kind: "cities", record: .titled("A"), addedAt: noon)
        try await expectChange { _ = try await stores.user.addFavorite(favorite, limit: 9) }
        try await expectChange {
            _ = try await stores.user.editFavorite(favorite.address, FavoriteEdit(addedTags: ["x"]))
        }
        try await expectChange { _ = try await stores.user.removeFavorite(favorite.address) }
        try await expectChange { try await stores.mirror.remove(.cities) }
    }

    @Test func `the version of a store with replicas or without a server is unknown`() async throws {
        for url in ["postgresql://127.0.0.1:1/agg", "postgresql://127.0.0.1:1,127.0.0.1:2/agg"] {
            #expect(await PostgresStores(try ServerAddress(url, environment: [:])).version() == nil)
        }
    }

    @Test(arguments: ["sslpassword=secret", "password=secret"])
    func `no password is accepted in the URL`(option: String) {
        let error = #expect(throws: StoreError.self) {
            try ServerAddress("postgresql://db/agg?\(option)", environment: [:])
        }
        #expect(error?.code == "usage" && error?.reason.contains("secret") == false)
    }

    @Test func `the scheme of a URL can have any case`() throws {
        #expect(ServerAddress.isServer("Postgresql://db/agg") && ServerAddress.isServer("POSTGRES://db/agg"))
        #expect(try ServerAddress("Postgresql://db/agg", environment: [:]).hosts == ["db"])
    }

    @Test(arguments: [
        "mysql://x/y", "http://db/agg", "host=/sock dbname=team user=boss password=secret", "service = team",
        "postgresql:/me:secret@127.0.0.1:1/agg", "postgres:me:secret@db/agg", "Postgresql:",
    ])
    func `what is neither a folder nor a server is refused without repeating it`(text: String) {
        let error = #expect(throws: StoreError.self) { try ServerAddress.checkIsFolder(text) }
        #expect(error?.code == "usage" && error?.reason.contains("secret") == false)
    }

    @Test(arguments: ["/data/agg", "agg", "~/a=b", "stores/host=x", "a b", "postgres", "./postgres:x"])
    func `a path is a folder`(text: String) throws {
        try ServerAddress.checkIsFolder(text)
        #expect(!ServerAddress.isServer(text))
    }
}
