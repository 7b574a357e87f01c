import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// All five sources at once: none delays or harms another.
    struct SideBySideTests {
        /// The five sources, each with its own server.
        private static func home(
            network: String = Agg.network, _ broken: @escaping @Sendable (String) -> LoopbackResponse?
        ) async throws -> (agg: Agg, servers: [LoopbackServer]) {
            let (portal, api) = (InspectionsPortal(rows: 1...20), SearchAPI())
            let agg = try Agg()
            let handlers: [(id: String, key: String, handler: LoopbackServer.Handler)] = [
                ("cities", "url", { _ in .json(CityList.sample) }),
                ("chicago-inspections", "endpoint", { portal.answer($0) }),
                (
                    "feed", "url",
                    { _ in LoopbackResponse("<rss><channel><item><title>a</title></item></channel></rss>") }
                ),
                ("github", "endpoint", { api.answer($0) }),
                ("nyc-schools", "endpoint", { _ in .json(#"[{"dbn":"01M001","school_name":"First"}]"#) }),
            ]
            var servers: [LoopbackServer] = []
            var sources: [String: String] = [:]
            for (id, key, handler) in handlers {
                let server = try await LoopbackServer.start { broken(id) ?? handler($0) }
                servers.append(server)
                sources[id] = "\(key): \"\(server.url(key == "url" ? "/list" : ""))\""
            }
            try agg.configure(sources, network: network)
            return (agg, servers)
        }

        @Test func `refreshes all sources and reports a broken one in one line`() async throws {
            let (agg, servers) = try await Self.home { $0 == "feed" ? LoopbackResponse(status: 404) : nil }
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 6)
            #expect(refresh.errorLines.count == 1)
            let outcomes = try #require(try refresh.json["outcomes"]?.arrayValue)
            #expect(outcomes.count == 5)
            for outcome in outcomes {
                #expect(outcome["outcome"] == (outcome["source"] == "feed" ? "failed" : "updated"))
            }
            let search = try await agg.run("search", "first", "--source", "nyc-schools", "--json")
            #expect(try search.titles == ["First"])
            #expect(servers.allSatisfy { $0.mostConnections <= 1 }, "one request at a time to each host")
            for server in servers { await server.stop() }
        }

        @Test(arguments: [(Agg.network, 5), ("{at_once: 2}", 2)])
        func `contacts all hosts at once, or as many as configured`(network: String, hosts: Int) async throws {
            let asked = Changing<Set<String>>([])
            let (agg, servers) = try await Self.home(network: network) { id in
                asked.change { _ = $0.insert(id) }
                asked.wait(.seconds(10)) { $0.count >= hosts }
                return nil
            }
            #expect(try await agg.run("refresh").status == 0)
            #expect(asked.value.count >= hosts)
            for server in servers { await server.stop() }
        }

        @Test func `exits with the common status if all sources fail alike`() async throws {
            let (agg, servers) = try await Self.home { _ in LoopbackResponse(status: 401) }
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 4)
            #expect(refresh.errorLines.count == 5)
            for server in servers { await server.stop() }
        }
    }
}
