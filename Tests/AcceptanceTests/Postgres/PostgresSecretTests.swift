import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Passwords, tokens, certificates, and hostile text with a store on a server.
    @Suite(PostgresCluster.isThere) struct PostgresSecretTests {
        private static let secret = "S3cretOfTheServer"

        /// Expects that no password, right or wrong, was printed.
        private func expectNoSecret(_ result: Agg.Result, sourceLocation: SourceLocation = #_sourceLocation) {
            let text = result.output + result.errors
            #expect(!text.contains(Self.secret) && !text.contains("wr0ng"), "\(text)", sourceLocation: sourceLocation)
        }

        @Test func `no password is ever shown, whether it is right or wrong`() async throws {
            let server = try await PostgresCluster(access: "host all all 127.0.0.1/32 scram-sha-256")
            try server.sql("CREATE ROLE anne LOGIN PASSWORD '\(Self.secret)'; GRANT agg_refresher TO anne")
            let agg = try Agg(server: server.url.replacing("postgres@", with: "anne@"))
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            let commands = [
                ["refresh"], ["search", "london"], ["doctor"], ["store", "status"], ["sources"],
                ["sql", "SELECT * FROM pg_authid"],
                ["--log-level", "trace", "--log", agg.folder.path("log"), "sources"],
            ]
            for (password, isRight) in [("wr0ng", false), ("", false), (Self.secret, true)] {
                for command in commands {
                    let result = try await agg.run(
                        arguments: ["--verbose"] + command,
                        environment: password.isEmpty ? [:] : ["PGPASSWORD": password])
                    expectNoSecret(result)
                    guard !isRight, command.count < 3, command != ["doctor"] else { continue }
                    let lines = result.errorLines.filter { $0.hasPrefix("agg: ") }
                    #expect(result.status != 0 && lines.count == 1, "\(result.errors)")
                    let reason = password.isEmpty ? "requires a password, but none is set" : "rejected the password"
                    #expect(result.errors.contains(reason), "\(result.errors)")
                    #expect(result.errors.contains("~/.pgpass"))
                }
            }
            // A password in ~/.pgpass is not shown either.
            let file = try agg.file(".pgpass", "*:*:*:anne:\(Self.secret)\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let found = try await agg.run("search", "london", "--json")
            #expect(try found.titles.first == "London", "\(found.errors)")
            expectNoSecret(try await agg.run("--verbose", "doctor"))
            let inURL = try await agg.run("--store", "postgresql://anne:\(Self.secret)@127.0.0.1/agg", "sources")
            expectNoSecret(inURL)
            #expect(inURL.status != 0 && inURL.errors.contains("contains a password"), "\(inURL.errors)")
            let log = try String(contentsOfFile: agg.folder.path("log"), encoding: .utf8)
            #expect(!log.contains(Self.secret) && !log.contains("wr0ng"))
        }

        @Test func `a token of a service is not stored on the server`() async throws {
            let server = try await PostgresCluster()
            let agg = try Agg(server: server.url)
            let api = try await LoopbackServer.start { request in
                if request.path == "/rate_limit" { return .json("{}") }
                let item = #"{"id":7,"name":"repo","full_name":"o/repo","owner":{"login":"o"},"stargazers_count":5}"#
                return .json(#"{"total_count":1,"incomplete_results":false,"items":[\#(item)]}"#)
            }
            try agg.configure(["github": "endpoint: \"\(api.url(""))\", token_command: \"echo \(Self.secret)\""])
            #expect(try await agg.run("refresh").status == 0)
            #expect(await api.requests.contains { $0.headers["Authorization"] == "Bearer \(Self.secret)" })
            let dump = try PostgresCluster.shell("pg_dump -h '\(server.folder)' -p \(server.port) -U postgres agg")
            #expect(dump.contains("o/repo") && !dump.contains(Self.secret))
            await api.stop()
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
        func `a certificate that is not valid is refused`() async throws {
            let server = try await PostgresCluster()
            let data = server.folder + "/data"
            try PostgresCluster.shell(
                """
                cd \(data) && openssl req -x509 -newkey rsa:2048 -nodes -keyout server.key -out server.crt -days 2 \
                -subj /CN=localhost -addext subjectAltName=DNS:localhost 2>&1
                [ "$(id -u)" != 0 ] || chown postgres server.key server.crt
                chmod 600 server.key
                """)
            try server.sql("ALTER SYSTEM SET ssl = on; SELECT pg_reload_conf()")
            let agg = try Agg(server: server.url + "?sslmode=verify-full")
            for certificates in ["/etc/ssl/certs/ca-certificates.crt", data + "/server.crt"] {
                // By the first, nobody known signed the certificate; by the second, it is for another name.
                let result = try await agg.run("sources", environment: ["PGSSLROOTCERT": certificates])
                #expect(result.status != 0 && result.errorLines.count == 1, "\(result.errors)")
                #expect(
                    result.errors.contains("the certificate of PostgreSQL at 127.0.0.1:\(server.port) is invalid"),
                    "\(result.errors)")
            }
            let named = try Agg(server: server.url.replacing("127.0.0.1", with: "localhost") + "?sslmode=verify-full")
            try named.configure(cities: try named.file("cities.json", CityList.sample))
            let trusted = try await named.run("refresh", environment: ["PGSSLROOTCERT": data + "/server.crt"])
            #expect(trusted.status == 0, "\(trusted.errors)")
        }

        @Test func `hostile text from a server reaches no terminal`() async throws {
            let server = try await PostgresCluster()
            let agg = try await HostileTextTests.home(server: server.url)
            let typed = HostileText.all.replacing("\u{0}", with: "").replacing("\"", with: "")
            var lost: [String] = []
            for line in HostileTextTests.lines + HostileTextTests.faults(typed) {
                let result = try await agg.run(
                    "--color", "never", "--format", "table", input: line + "\n", environment: ["COLUMNS": "200"])
                let leaks = HostileText.leaks(result.output) + HostileText.leaks(result.errors)
                if !leaks.isEmpty || result.wasKilled {
                    lost.append("\(line.prefix(40).debugDescription): \(leaks.joined(separator: " "))")
                }
            }
            let rows = try await agg.run("list", "cities", "--json", "--limit", "9").titles
            #expect(rows.contains(HostileText.all.trimmingCharacters(in: .whitespaces)), "\(rows)")
            Soak.report("hostile text from a server", tried: "every command and error", lost: lost)
        }
    }
}
