import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// What the members of a team see of each other, and of a pooler in front of their server.
    @Suite(PostgresCluster.isThere) struct PostgresTeamTests {
        @Test func `a scheduled refresh leaves a source alone that another machine is refreshing`() async throws {
            let server = try await PostgresCluster()
            let requests = Changing(0)
            let source = try await LoopbackServer.start { _ in
                requests.value += 1
                usleep(4_000_000)
                return .json(Generation(number: 1, size: 30).json)
            }
            let machines = try (0..<2).map { _ in try Agg(server: server.url) }
            for machine in machines { try machine.configure(cities: source.url("/cities.json")) }
            async let first = machines[0].run("refresh", "--due")
            try await Task.sleep(for: .seconds(2))
            let second = try await machines[1].run("refresh", "--due")
            #expect(second.status == 0 && second.output.isEmpty, "\(second.errors)")
            #expect(!second.errors.contains("being refreshed"), "\(second.errors)")
            let done = try await first
            #expect(done.status == 0, "\(done.errors)")
            #expect(requests.value == 1)
            await source.stop()
        }

        @Test func `a favorite that someone else shares cannot be removed, and the answer says why`() async throws {
            let server = try await PostgresCluster()
            try server.sql("CREATE ROLE anne LOGIN; GRANT agg_refresher TO anne")
            try server.sql("CREATE ROLE ben LOGIN; GRANT agg_reader TO ben")
            let (anne, ben) = (
                try Agg(server: server.url.replacing("postgres@", with: "anne@")),
                try Agg(server: server.url.replacing("postgres@", with: "ben@"))
            )
            for agg in [anne, ben] { try agg.configure(cities: try agg.file("cities.json", CityList.sample)) }
            #expect(try await anne.run("refresh").status == 0)
            let address = try #require(
                try await anne.run("search", "london", "--json").json["records"]?.arrayValue?.first?["address"]?
                    .stringValue)
            #expect(try await anne.run("favorite", address, "--shared").status == 0)
            let result = try await ben.run("unfavorite", address)
            #expect(result.output.contains("is a favorite that someone else shares; only they can remove it"))
            // Removing a tag never adds a favorite, and those of others do not count.
            let untagged = try await ben.run("favorite", address, "--untag", "shared")
            #expect(
                untagged.output.contains(
                    "is a favorite that someone else shares; only they can change it: 0 of 100 favorites."),
                "\(untagged.output)")
            #expect(try server.sql("SELECT count(*) FROM agg.favorite WHERE owner = 'ben'") == ["0"])
            #expect(try await anne.run("favorites", "--json").titles == ["London"])
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer")))
        func `a pooler whose server is down is reported within the connection timeout`() async throws {
            let server = try await PostgresCluster()
            let folder = server.folder + "/pool"
            try PostgresCluster.shell(
                """
                mkdir \(folder) && cd \(folder) && echo '"postgres" ""' >users.txt
                printf '%s\\n' '[databases]' 'agg = host=\(server.folder) port=\(server.port)' '[pgbouncer]' 'listen_addr =' \\
                    "listen_port = \(server.port)" 'unix_socket_dir = \(folder)' 'auth_type = trust' \\
                    'auth_file = \(folder)/users.txt' 'pool_mode = transaction' 'logfile = \(folder)/log' \\
                    'pidfile = \(folder)/pid' >ini
                user=""
                [ "$(id -u)" != 0 ] || { chown -R postgres . && user="setpriv --reuid=postgres --regid=postgres --clear-groups"; }
                for file in /proc/self/fd/*; do n=${file##*/}; [ "$n" -le 2 ] || eval "exec $n>&-" 2>/dev/null || true; done
                $user /usr/sbin/pgbouncer -q -d ini </dev/null >/dev/null 2>&1
                """)
            defer { _ = try? PostgresCluster.shell("kill $(cat \(folder)/pid)") }
            let agg = try Agg(server: "postgresql://postgres@/agg?host=\(folder)&port=\(server.port)")
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh").status == 0)
            let terminal = try agg.session()
            try await terminal.waitForPrompt()
            try server.kill()
            let start = ContinuousClock.now
            let away = try await agg.run("search", "london")
            #expect(away.status != 0 && away.errorLines.count == 1, "\(away.errors)")
            #expect(ContinuousClock.now - start < .seconds(12), "\(away.errors)")
            try server.start()
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
        }
    }
}
