import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// GitHub's search, with its pages and rate limits.
    struct RepositoriesTests {
        private let api = SearchAPI()
        private let agg: Agg

        init() throws {
            agg = try Agg()
        }

        private func start(network: String = Agg.network) async throws -> LoopbackServer {
            let server = try await LoopbackServer.start { [api] in api.answer($0) }
            try agg.configure(["github": "endpoint: \"\(server.url(""))\""], network: network)
            return server
        }

        @Test(arguments: [(nil, 3), ("s3cret", 10)])
        func `fetches fewer pages without a token`(token: String?, pages: Int) async throws {
            let server = try await start()
            let environment = token.map { ["GITHUB_TOKEN": $0] } ?? [:]
            let refresh = try await agg.run("refresh", "--json", environment: environment)
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try refresh.outcome("added") == .integer(Int64(pages * 100)))
            let requests = await server.requests
            #expect(requests.map { $0.query["page"] ?? "1" } == (1...pages).map(String.init))
            #expect(requests.allSatisfy { $0.headers["Authorization"] == token.map { "Bearer \($0)" } })
            #expect(requests.allSatisfy { $0.headers["User-Agent"]?.hasPrefix("agg/") == true })
            #expect(requests.allSatisfy { $0.headers["X-GitHub-Api-Version"] != nil })
            #expect(server.mostConnections == 1, "one request at a time")
            #expect(!(refresh.output + refresh.errors).contains("s3cret"))
            await server.stop()
        }

        @Test func `requests only newer data, and keeps separate validators for each token`() async throws {
            let server = try await start()
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")
            let details = try await agg.run("sources", "github")
            #expect(
                details.output.contains("requests left") && details.output.contains("9 of 10; resets at "))
            #expect(details.output.contains("/search/repositories?q="))
            let other = try await agg.run("refresh", environment: ["GITHUB_TOKEN": "s3cret"])
            #expect(other.status == 0)
            #expect(
                await server.requests.map { $0.headers["If-None-Match"] != nil }.prefix(5) == [
                    false, false, false, true, false,
                ])
            await server.stop()
        }

        /// A time after the end of the slowest test run.
        private static let far = "\(Int(clamping: Date.now.timeIntervalSince1970) + 30_000)"

        @Test(arguments: [
            LoopbackResponse(
                status: 403, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": far],
                #"{"message":"API rate limit exceeded"}"#),
            LoopbackResponse(status: 429, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": far], "{}"),
            LoopbackResponse(status: 429, headers: ["Retry-After": "3000"], "{}"),
            LoopbackResponse(status: 403, #"{"message":"You have exceeded a secondary rate limit."}"#),
        ])
        func `reports when a rate limit ends, and uses the stored rows`(limit: LoopbackResponse) async throws {
            let server = try await start()
            api.limit(limit)
            let empty = try await agg.run("refresh")
            #expect(empty.status == 7)
            #expect(empty.errorLines.count == 1)
            #expect(empty.errors.contains("rate limited until "))
            #expect(try await agg.run("refresh").status == 0)
            api.limit(limit)
            let stale = try await agg.run("refresh", "--json")
            #expect(stale.status == 6)
            #expect(try stale.outcome("outcome") == "stale")
            #expect(try await agg.run("search", "repo1", "--json").titles.first == "repo1")
            await server.stop()
        }

        @Test func `waits out a limit that ends soon`() async throws {
            let server = try await start(network: "{max_wait: 5s}")
            api.limit(LoopbackResponse(status: 403, headers: ["Retry-After": "1"], #"{"message":"slow down"}"#))
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0)
            #expect(try refresh.outcome("added") == 300)
            await server.stop()
        }

        @Test func `reports that results may be missing`() async throws {
            let server = try await start()
            api.leaveIncomplete()
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("search", "repo1").output.contains("results may be missing"))
            #expect(
                try await agg.run("search", "repo1", "--json").notes
                    == ["GitHub's search timed out; results may be missing"])
            await server.stop()
        }
    }
}
