import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Extreme numbers in headers, settings, commands, and file dates never crash the program.
    struct HostileNumberTests {
        private static let numbers = [
            "1e300", "-1e300", "inf", "-inf", "nan", "9223372036854775807", "-9223372036854775808",
            "99999999999999999999", "0x1p1023", "253402300800", "-1", "1.5", "",
        ]

        @Test(arguments: [200, 403, 429, 503])
        func `no number in a header crashes the program`(status: Int) async throws {
            let number = Changing("")
            let server = try await LoopbackServer.start { request in
                var headers: HTTPHeaders = [:]
                for name in [
                    "Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Age", "Date",
                    "X-SODA2-Truth-Last-Modified", "X-SODA2-Secondary-Last-Modified",
                ] { headers[name] = number.value }
                // An exhausted limit has a reset time; a limit with a remainder is kept.
                if request.path.contains("search") {
                    headers["Retry-After"] = nil
                    headers["X-RateLimit-Remaining"] = "0"
                    headers["X-RateLimit-Limit"] = "60"
                }
                let body = request.path.contains("search") ? #"{"total_count":1,"items":[]}"# : "[]"
                return LoopbackResponse(status: status, headers: headers, body)
            }
            let agg = try Agg()
            try agg.configure([
                "github": "endpoint: \"\(server.url(""))\"", "cities": "url: \"\(server.url("/cities"))\"",
                "chicago-inspections": "endpoint: \"\(server.url(""))\"", "feed": "url: \"\(server.url("/feed"))\"",
                "nyc-schools": "endpoint: \"\(server.url(""))\"",
            ])
            for hostile in Self.numbers {
                number.value = hostile
                let refresh = try await agg.run("refresh", "--json")
                #expect(!refresh.wasKilled, "signal \(refresh.status) for \(hostile)")
                #expect([0, 5, 6, 7].contains(refresh.status), "\(refresh.status) for \(hostile)")
                let details = try await agg.run("sources", "github", "--json")
                #expect(!details.wasKilled && details.status == 0, "\(hostile): \(details.errors)")
            }
            await server.stop()
        }

        @Test(arguments: Self.numbers)
        func `no number in the configuration crashes the program`(number: String) async throws {
            let agg = try Agg()
            let keys = [
                "favorites: {limit: V}", "search: {limit: V}", "network: {at_once: V}", "network: {deadline: V}",
                "network: {max_body: V}", "network: {max_wait: V}", "network: {connect_timeout: Vs}",
                "sources: [{id: feed, keep: Vw}]", "sources: [{id: feed, fresh_for: Vw, keep_for: Vw}]",
                "sources: [{id: feed, simulate: {error_rate: V, latency: Vms}}]",
                "sources: [{id: github, max_records: V}]", "sources: [{id: chicago-inspections, max_records: V}]",
            ]
            for key in keys {
                try agg.configure(key.replacingOccurrences(of: "V", with: number.isEmpty ? "\"\"" : number))
                let sources = try await agg.run("--offline", "sources")
                #expect(!sources.wasKilled && [0, 2].contains(sources.status), "\(key) \(number): \(sources.errors)")
            }
        }

        @Test func `no number on the command line crashes the program`() async throws {
            let agg = try Agg()
            let lines = Self.numbers.filter { !$0.isEmpty }.flatMap { number in
                [
                    "search paris --limit \(number)", "list cities --limit \(number)",
                    "near \(number),\(number) \(number)km",
                    "near paris \(number)km", "show \(number)", "facet country --limit \(number)",
                    "chart stars --limit \(number)", "changes \(number)d", "search stars:>\(number)",
                    "search date:>\(number)d", "search stars:\(number)..\(number)", "map cities near:paris,\(number)km",
                    "set limit \(number)", "set debounce \(number)", "set timeout \(number)s", "history \(number)",
                    "sql select \(number)", "sql --timeout \(number) select 1",
                    "sql select count(*) from cities where distance_km(latitude, longitude, 1e308, \(number)) < \(number)",
                ]
            }
            let script = try await agg.run(arguments: ["--offline"], input: lines.joined(separator: "\n"))
            #expect(!script.wasKilled, "signal \(script.status): \(script.errors.suffix(300))")
            for option in ["--max-age", "--simulate"] {
                for number in Self.numbers {
                    let run = try await agg.run("--offline", option, number, "sources")
                    #expect(!run.wasKilled, "\(option) \(number)")
                }
            }
        }

        @Test func `a file dated far in the future is read`() async throws {
            let agg = try Agg()
            let list = try agg.file("list.json", #"[{"_id":1,"name":"A","country":"FR","coord":{"lon":1,"lat":2}}]"#)
            let future = Date(timeIntervalSince1970: 13_569_465_600)  // in the year 2400
            try FileManager.default.setAttributes([.modificationDate: future], ofItemAtPath: list.path)
            try agg.configure(cities: list)
            let first = try await agg.run("refresh", "--json")
            #expect(!first.wasKilled)
            #expect(try first.outcome("outcome") == "updated")
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")
        }
    }
}
