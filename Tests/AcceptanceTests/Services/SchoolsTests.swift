import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// New York City's schools: a directory, and scores that may fail separately.
    struct SchoolsTests {
        private static let directory = """
            [{"dbn":"01M001","school_name":" First School ","website":"www.first.example","overview_paragraph":"RincÃ³n"},
            {"dbn":"01M002","school_name":"Second School","latitude":"40.7","longitude":"-74.0"},
            {"dbn":"01M003","school_name":"Third School"}]

            """
        private static let scores = """
            [{"dbn":"01M001","num_of_sat_test_takers":"20","sat_math_avg_score":"512"},
            {"dbn":"01M002","num_of_sat_test_takers":"s","sat_math_avg_score":"s"}]

            """
        private let isDown = Changing(false)

        @Test func `joins the scores, including suppressed and missing ones`() async throws {
            let server = try await LoopbackServer.start { request in
                .json(request.path.contains("f9bf-2cp4") ? Self.scores : Self.directory)
            }
            let agg = try Agg()
            try agg.configure(["nyc-schools": "endpoint: \"\(server.url(""))\""])
            #expect(try await agg.run("refresh").status == 0)
            for (school, text) in [("01M001", "512"), ("01M002", "suppressed"), ("01M003", "not reported")] {
                #expect(try await agg.run("show", "nyc-schools:\(school)").output.contains(text))
            }
            let first = try await agg.run("show", "nyc-schools:01M001").output
            #expect(first.contains("Rincón") && first.contains("http"))
            #expect(await server.requests.first?.path.contains("s3k6-pzi2") == true, "the directory comes first")
            await server.stop()
        }

        @Test func `loads schools if the scores cannot be fetched, says so, and fetches scores later`() async throws {
            let server = try await LoopbackServer.start { [isDown] request in
                guard request.path.contains("f9bf-2cp4") else {
                    return .json(Self.directory, headers: ["ETag": "\"one\""])
                }
                return isDown.value ? LoopbackResponse(status: 500) : .json(Self.scores)
            }
            let agg = try Agg()
            try agg.configure(["nyc-schools": "endpoint: \"\(server.url(""))\""])
            isDown.value = true
            #expect(try await agg.run("refresh").status == 0)
            let list = try await agg.run("list", "nyc-schools", "--json")
            #expect(try list.titles.count == 3)
            #expect(try list.notes == ["SAT scores are missing: HTTP 500"])
            let without = try await agg.run("show", "nyc-schools:01M001")
            #expect(without.status == 0)
            #expect(without.output.contains("details are missing"))

            isDown.value = false
            #expect(try await agg.run("show", "nyc-schools:01M001").output.contains("512"))
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "updated")
            #expect(try await agg.run("list", "nyc-schools", "--json").notes.isEmpty)
            await server.stop()
        }

        @Test func `keeps the schools if the directory cannot be fetched`() async throws {
            let server = try await LoopbackServer.start { [isDown] request in
                if isDown.value, !request.path.contains("f9bf-2cp4") { return LoopbackResponse(status: 404) }
                return .json(request.path.contains("f9bf-2cp4") ? Self.scores : Self.directory)
            }
            let agg = try Agg()
            try agg.configure(["nyc-schools": "endpoint: \"\(server.url(""))\""])
            #expect(try await agg.run("refresh").status == 0)
            isDown.value = true
            #expect(try await agg.run("refresh").status == 6)
            #expect(try await agg.run("search", "second", "--json").titles == ["Second School"])
            await server.stop()
        }
    }
}
