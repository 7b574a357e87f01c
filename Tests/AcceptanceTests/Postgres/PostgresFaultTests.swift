import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Faults of a server: each is reported in one clear sentence, and nothing is lost.
    @Suite(PostgresCluster.isThere) struct PostgresFaultTests {
        /// A home with a store on a server, whose cities come from a list that can change.
        private struct Home {
            let agg: Agg
            let source: LoopbackServer
            let list: Changing<Generation>

            init(_ url: String, size: Int = 600) async throws {
                agg = try Agg(server: url)
                let list = Changing(Generation(number: 1, size: size))
                self.list = list
                source = try await LoopbackServer.start { _ in .json(list.value.json) }
                try agg.configure(
                    cities: source.url("/cities.json"), "favorites: {limit: 100000}",
                    network: "{max_body: 100MB, deadline: 60s}")
            }

            /// The next generation of the list.
            func change() { list.value = Generation(number: list.value.number + 1, size: list.value.size) }

            /// The generation of the rows on a server; nil if they are a mixture.
            func stored(_ server: PostgresCluster) throws -> Int? {
                Generation.number(of: try server.titles(of: "cities"), size: list.value.size)
            }
        }

        /// Expects one line on standard error with all the given texts.
        private func expectSentence(
            _ result: Agg.Result, _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(result.status != 0 && !result.wasKilled, sourceLocation: sourceLocation)
            #expect(result.errorLines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
            for text in texts {
                #expect(result.errors.contains(text), "\(text): \(result.errors)", sourceLocation: sourceLocation)
            }
        }

        @Test func `a killed postmaster loses nothing, and the next command after its restart works`() async throws {
            let server = try await PostgresCluster()
            let home = try await Home(server.url)
            #expect(try await home.agg.run("refresh").status == 0)
            let terminal = try home.agg.session()
            try await terminal.waitForPrompt()
            try terminal.type("search place 7\r")
            try await terminal.wait(for: "Place 7 gen1x")
            for round in 0..<Soak.count(3, long: 20, "AGG_SOAK_ROUNDS") {
                home.change()
                let number = home.list.value.number
                let killer = Task {
                    try? await Task.sleep(for: .milliseconds(50 + 45 * round))
                    try server.kill()
                }
                let refresh = try await home.agg.run("refresh")
                try await killer.value
                let away = try await home.agg.run("search", "place")
                expectSentence(away, "PostgreSQL at 127.0.0.1:\(server.port)")
                try server.start()
                let stored = try home.stored(server)
                #expect(stored == number || refresh.status != 0 && stored == number - 1, "\(refresh.errors)")
                #expect(try await home.agg.run("refresh").status == 0)
                #expect(try home.stored(server) == number)
            }
            try terminal.type("search place 8 gen\(home.list.value.number)\r")
            try await terminal.wait(for: "Place 8 gen\(home.list.value.number)x")
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            await home.source.stop()
        }

        @Test func `what a refresh stored before the server was killed is reported as updated`() async throws {
            let server = try await PostgresCluster()
            let list = Generation(number: 1, size: 30)
            let source = try await LoopbackServer.start { request in
                if request.path == "/second.json" {
                    let sql = "SELECT 1 FROM agg.source WHERE id = 'cities' AND fetched_at IS NOT NULL"
                    for _ in 0..<200 {
                        if (try? server.sql(sql))?.isEmpty == false { break }
                        usleep(50_000)
                    }
                    try? server.kill()
                    // Its other processes notice that, and end.
                    usleep(300_000)
                }
                return .json(list.json)
            }
            let agg = try Agg(server: server.url)
            try agg.configure([
                "cities": "url: \"\(source.url("/cities.json").absoluteString)\"",
                "second": "kind: cities, url: \"\(source.url("/second.json").absoluteString)\"",
            ])
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 6, "\(refresh.errors)")
            let outcomes = try refresh.json["outcomes"]?.arrayValue ?? []
            #expect(outcomes.map { $0["outcome"]?.stringValue } == ["updated", "failed"], "\(refresh.output)")
            #expect(refresh.errors.contains("cannot refresh second"), "\(refresh.errors)")
            #expect(refresh.errors.contains("PostgreSQL at 127.0.0.1:\(server.port)"), "\(refresh.errors)")
            try server.start()
            #expect(try server.titles(of: "cities").count == list.count)
            await source.stop()
        }

        @Test func `a client killed at any moment of a commit leaves the old rows or the new`() async throws {
            let server = try await PostgresCluster()
            let home = try await Home(server.url)
            let start = ContinuousClock.now
            #expect(try await home.agg.run("refresh").status == 0)
            let span = ContinuousClock.now - start
            let rounds = Soak.count(6, long: 200, "AGG_SOAK_KILLS")
            var lost: [String] = []
            for round in 0..<rounds {
                var choices = Soak.choices(810_000 + round)
                let before = home.list.value
                home.change()
                let moment = span * (Double(choices.below(11_000)) / 10_000)
                let killed = try await home.agg.run(arguments: ["refresh"], killedAfter: moment)
                let stored = try home.stored(server)
                if stored != home.list.value.number, stored != before.number || killed.status == 0 {
                    lost.append("round \(round), after \(moment): \(String(describing: stored))")
                }
                // The lease of a process that died on this machine is no obstacle.
                let next = try await home.agg.run("refresh")
                if next.status != 0 { lost.append("round \(round), after \(moment): \(next.errors)") }
                if try home.stored(server) != home.list.value.number { lost.append("round \(round): not refreshed") }
            }
            await home.source.stop()
            Soak.report("killed while refreshing a server", tried: "\(rounds) times", lost: lost)
        }

        @Test(.enabled(if: getuid() == 0, "only root can mount a small disk"))
        func `a full disk on the server keeps the old rows and is named`() async throws {
            let server = try await PostgresCluster(store: false)
            let disk = server.folder + "/disk"
            try PostgresCluster.shell(
                "mkdir \(disk) && mount -t tmpfs -o size=24m tmpfs \(disk) && chown postgres \(disk)")
            defer { _ = try? PostgresCluster.shell("umount -l \(disk)") }
            try server.sql("CREATE TABLESPACE small LOCATION '\(disk)'", database: "postgres")
            try server.sql("ALTER DATABASE agg SET TABLESPACE small", database: "postgres")
            let home = try await Home(server.url)
            #expect(try await home.agg.run("store", "init").status == 0)
            #expect(try await home.agg.run("refresh").status == 0)
            let one = home.list.value
            home.list.value = Generation(number: 2, size: 60_000)
            let full = try await home.agg.run("refresh")
            #expect(full.errorLines.count == 1)
            #expect(
                full.errors.contains("the disk used by PostgreSQL at 127.0.0.1:\(server.port) is full"),
                "\(full.errors)")
            #expect(Generation.number(of: try server.titles(of: "cities"), size: one.size) == 1)
            #expect(try await home.agg.run("search", "place 7", "--json").titles.contains("Place 7 gen1x"))
            await home.source.stop()
        }

        @Test(arguments: ["connect", "search", "COPY", "COMMIT"])
        func `a network that stalls is reported in every phase, and nothing is lost`(phase: String) async throws {
            let server = try await PostgresCluster()
            let proxy = try StallingProxy(to: server.port)
            let home = try await Home(
                "postgresql://postgres@127.0.0.1:\(proxy.port)/agg?connect_timeout=2", size: 6_000)
            #expect(try await home.agg.run("refresh").status == 0)
            home.change()
            switch phase {
            case "connect": proxy.stall()
            case "search": proxy.stall(at: "LATERAL")
            case "COPY": proxy.stall(at: "FROM STDIN")
            default: proxy.stall(at: "COMMIT")
            }
            let isSearch = phase == "search" || phase == "connect"
            let result = try await home.agg.run(arguments: isSearch ? ["search", "place 7"] : ["refresh"])
            #expect(proxy.isStalled)
            expectSentence(result, "PostgreSQL at 127.0.0.1:\(proxy.port)")
            proxy.goOn()
            #expect([1, 2].contains(try home.stored(server)))
            // The lost connection's transaction ends, and the next command works.
            let next = try await home.agg.run("refresh")
            #expect(next.status == 0, "\(next.errors)")
            #expect(try home.stored(server) == 2)
            proxy.stop()
            await home.source.stop()
        }

        @Test func `a command waits once for a host that never answers`() async throws {
            let server = try await PostgresCluster()
            let proxy = try StallingProxy(to: server.port)
            proxy.stall()
            let timeout = "connect_timeout=4"
            let hosts = "127.0.0.1:\(proxy.port),127.0.0.1:\(server.port)"
            let home = try await Home("postgresql://postgres@\(hosts)/agg?\(timeout)")
            for command in [["refresh"], ["search", "place 7"]] {
                let start = ContinuousClock.now
                let result = try await home.agg.run(arguments: command)
                #expect(result.status == 0, "\(result.errors)")
                #expect(ContinuousClock.now - start < .seconds(8), "\(command)")
            }
            let dead = try Agg(server: "postgresql://postgres@127.0.0.1:\(proxy.port)/agg?\(timeout)")
            let start = ContinuousClock.now
            #expect(try await dead.run("--offline", "doctor").output.contains("cannot reach PostgreSQL"))
            #expect(ContinuousClock.now - start < .seconds(8))
            proxy.stop()
            await home.source.stop()
        }

        @Test func `a promoted replica takes over reads and writes`() async throws {
            let server = try await PostgresCluster()
            let replica = try PostgresCluster(replicaOf: server)
            let url = "postgresql://postgres@127.0.0.1:\(server.port),127.0.0.1:\(replica.port)/agg"
            let home = try await Home(url)
            #expect(try await home.agg.run("refresh").status == 0)
            #expect(try await home.agg.run("favorite", "cities:7").status == 0)
            let query = "SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"
            var hasCaughtUp = false
            for _ in 0..<200 {
                hasCaughtUp = try !server.sql(query).isEmpty
                if hasCaughtUp { break }
                usleep(50_000)
            }
            #expect(hasCaughtUp)
            try server.kill()
            // Reads go on; a write says that no host can be written to.
            let found = try await home.agg.run("search", "place 7", "--json")
            #expect(try found.titles.contains("Place 7 gen1x"), "\(found.errors)")
            home.change()
            let refused = try await home.agg.run("refresh")
            #expect(
                refused.errors.contains("PostgreSQL at 127.0.0.1,127.0.0.1:")
                    && refused.errors.contains(" has no host that accepts writes"),
                "\(refused.errors)")
            #expect(refused.status == 6 && refused.errors.contains("using the stored rows"))
            try replica.promote()
            let refresh = try await home.agg.run("refresh")
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try home.stored(replica) == 2)
            #expect(try await home.agg.run("favorites", "--json").titles.count == 1)
            await home.source.stop()
        }

        @Test func `a revoked right is reported with the role to ask for`() async throws {
            let server = try await PostgresCluster()
            try server.sql("CREATE ROLE anne LOGIN; GRANT agg_refresher TO anne")
            let home = try await Home(server.url.replacing("postgres@", with: "anne@"))
            #expect(try await home.agg.run("refresh").status == 0)
            try server.sql("REVOKE agg_refresher FROM anne; GRANT agg_reader TO anne")
            home.change()
            let refresh = try await home.agg.run("refresh")
            #expect(refresh.errors.contains("ask its owner for the role agg_refresher"), "\(refresh.errors)")
            #expect(refresh.errorLines.count == 1)
            #expect(try await home.agg.run("search", "place 7", "--json").titles.contains("Place 7 gen1x"))
            // Rows that could not be refreshed are stale, although that is not recorded in the store.
            let old = try await home.agg.run("--strict", "--max-age", "0s", "search", "place 7", "--json")
            #expect(old.status == 6 && old.errors.contains("using the stored rows"), "\(old.errors)")
            #expect(try old.source("stale") == true)
            #expect(try old.source("reason")?.stringValue?.contains("agg_refresher") == true)
            #expect(try await home.agg.run("favorite", "cities:7").status == 0)
            try server.sql("REVOKE agg_reader FROM anne")
            let search = try await home.agg.run("search", "place 7")
            expectSentence(search, "you do not have permission to read", "ask its owner for the role agg_reader")
            #expect(try home.stored(server) == 1)
            await home.source.stop()
        }
    }
}
