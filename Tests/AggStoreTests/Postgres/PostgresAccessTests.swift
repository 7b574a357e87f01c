import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggPostgres

/// Servers that cannot be reached, or that refuse something, and what is said about them.
struct PostgresAccessTests {
    private let bench = ServerBench()

    @Test(TestServer.isThere) func `after a timeout, a command waits once, and the next one reconnects`() async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        try await store.fill(with: [.titled("A")])
        let url = try #require(TestServer.url)
        let options = Dictionary(
            uniqueKeysWithValues: try #require(URLComponents(string: url)?.queryItems).map { ($0.name, $0.value ?? "") }
        )
        let (folder, port) = (try #require(options["host"]), try #require(options["port"]))
        // A socket that accepts connections but never responds.
        let own = TemporaryFolder()
        try FileManager.default.createDirectory(at: own.url, withIntermediateDirectories: true)
        let name = ".s.PGSQL.\(port)"
        let socket = try UnixSocket(listeningAt: own.path(name))
        let away = PostgresRecordStore(
            server: try bench.server("postgresql://postgres@/agg?host=\(own.path)&port=\(port)&connect_timeout=2"))
        await #expect(throws: StoreError.self) { try await away.states() }
        let start = ContinuousClock.now
        await #expect(throws: StoreError.self) { try await away.states() }
        #expect(ContinuousClock.now - start < .seconds(1))
        socket.close()
        try FileManager.default.removeItem(atPath: own.path(name))
        try FileManager.default.createSymbolicLink(
            atPath: own.path(name), withDestinationPath: "\(folder)/\(name)")
        try await Task.sleep(for: .milliseconds(2_500))
        #expect(try await away.titles(matching: "a") == ["A"])
    }

    @Test(TestServer.isThere)
    func `the status of a store does not wait again for a server that did not respond`() async throws {
        let own = TemporaryFolder()
        try FileManager.default.createDirectory(at: own.url, withIntermediateDirectories: true)
        let socket = try UnixSocket(listeningAt: own.path(".s.PGSQL.5432"))
        defer { socket.close() }
        let away = try bench.server("postgresql://postgres@/agg?host=\(own.path)&port=5432&connect_timeout=2")
        await #expect(throws: StoreError.self) { try await PostgresUserStore(server: away).keptSettings() }
        let start = ContinuousClock.now
        let administration = ServerAdministration(server: away)
        await #expect(throws: StoreError.self) { try await administration.status() }
        await #expect(throws: StoreError.self) { try await administration.plan() }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test(TestServer.isThere, arguments: [("agg_reader", false), ("agg_refresher", true)])
    func `tells in advance whether a user may refresh sources`(role: String, mayRefresh: Bool) async throws {
        _ = try await bench.made()
        let user = try await bench.user(role, with: "application_name = 'agg'")
        #expect(await PostgresStores(user.address, schema: bench.schema).mayRefresh() == mayRefresh)
        let reader = try await bench.user(role, with: "default_transaction_read_only = on")
        #expect(await PostgresStores(reader.address, schema: bench.schema).mayRefresh() == false)
    }

    @Test(TestServer.isThere) func `a member of a role who does not inherit its privileges is told so`() async throws {
        _ = try await bench.made()
        let name = "u\(UInt64.random(in: 0...UInt64(Int64.max)))"
        try await bench.run("CREATE ROLE \(name) LOGIN NOINHERIT; GRANT agg_reader TO \(name)")
        let server = try bench.server(TestServer.url?.replacing("postgres@", with: "\(name)@"))
        let error = await #expect(throws: StoreError.self) { try await PostgresRecordStore(server: server).states() }
        #expect(
            error?.reason.contains("a member of the role agg_reader but do not inherit its privileges") == true,
            "\(String(describing: error))")
    }

    @Test(TestServer.isThere)
    func `a reader without the right to read favorites can search, and is told what is missing`() async throws {
        let store = PostgresRecordStore(server: try await bench.made())
        try await store.fill(with: [.titled("A")])
        let reader = try await bench.user("agg_reader", with: "application_name = 'agg'")
        try await bench.run("REVOKE SELECT ON \(bench.schema).favorite FROM agg_reader")
        let users = PostgresUserStore(server: reader)
        let answer = try await PostgresRecordStore(server: reader).search(for: users) { favorites, states in
            let search = RecordSearch(
                text: SearchText("a"), sources: states.mapValues { _ in .always }, favorites: [], limit: 9)
            return (search, favorites)
        }
        #expect(answer.found[.cities]?.matches.count == 1)
        let error = #expect(throws: StoreError.self) { try answer.plan.get() }
        #expect(
            error?.reason.contains("your role agg_reader lacks this privilege") == true, "\(String(describing: error))")
        let finding = await ServerHealth(server: reader).findings(in: HealthScope()).first
        #expect(finding?.status == .warning)
        #expect(finding?.detail.contains("you do not have permission to read favorites") == true)
        #expect(finding?.fix?.contains("SELECT on \(bench.schema).favorite") == true)
    }

    @Test(arguments: [
        (
            "server does not support SSL, but SSL was required", "require",
            "X does not support TLS, which sslmode=require requires; to connect without TLS, set sslmode=disable in the URL"
        ),
        (
            "server does not support SSL, but SSL was required", nil,
            "X does not support TLS, which agg requires for remote hosts; to connect without TLS, put sslmode=disable in the URL"
        ),
        (
            "connection to server failed: fe_sendauth: no password supplied", nil,
            "X requires a password, but none is set; put it in ~/.pgpass, a service file, or PGPASSWORD"
        ),
    ])
    func `says why a connection was not made`(message: String, sslmode: String?, reason: String) {
        let fault = ServerFault(state: "", message: message, sslmode: sslmode)
        #expect(fault.storeError("X").reason == reason)
    }
}

/// A unix socket that listens but accepts nothing.
private struct UnixSocket {
    private let descriptor: Int32

    init(listeningAt path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
    }

    func close() { _ = Glibc.close(descriptor) }
}
