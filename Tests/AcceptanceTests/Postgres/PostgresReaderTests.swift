import Foundation
import TestSupport
import Testing

@testable import AggTesting

extension ReliabilityTests {
    /// Those who may only read a store on a server, and those who wait for it.
    @Suite(PostgresCluster.isThere) struct PostgresReaderTests {
        @Test func `a reader of an empty store is told once who can fill it`() async throws {
            // A store without rows: nothing but “store init” has used it.
            let server = try await PostgresCluster()
            try server.sql("CREATE ROLE ben LOGIN; GRANT agg_reader TO ben")
            let ben = try Agg(server: server.url.replacing("postgres@", with: "ben@"))
            for command in [["search", "london"], ["list", "cities"]] {
                let result = try await ben.run(arguments: command)
                #expect(result.status == 0, "\(result.errors)")
                #expect(result.errorLines.count == 1, "\(result.errors)")
                #expect(
                    result.errors.contains(
                        "the store is empty, and you do not have permission to fill it; ask someone with the role "
                            + "agg_refresher to run “refresh”"))
                #expect(!result.output.contains("permission"), "\(result.output)")
            }
        }

        @Test(.timeLimit(.minutes(1)), arguments: ["INT", "TERM"])
        func `a signal ends the wait for a server that never answers`(signal: String) async throws {
            let silent = try RawSocket.listening()
            defer { silent.close() }
            let agg = try Agg(server: "postgresql://postgres@127.0.0.1:\(silent.port)/agg?connect_timeout=600")
            let connected = agg.folder.path("connected")
            Thread.detachNewThread {
                if silent.accept() != nil { _ = FileManager.default.createFile(atPath: connected, contents: nil) }
            }
            let result = try await agg.shell(
                """
                \(builtProgram("agg")) search london &
                until [ -e '\(connected)' ]; do sleep 0.05; done
                kill -\(signal) $!
                wait $!
                """)
            #expect(result.status == 130 && result.errors == "agg: interrupted\n", "\(result.errors)")
        }
    }
}
