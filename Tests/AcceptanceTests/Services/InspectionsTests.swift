import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A data set on a portal that behaves like the real ones.
    struct InspectionsTests {
        private let portal = InspectionsPortal(rows: 1...20)
        private let agg: Agg

        init() throws {
            agg = try Agg()
        }

        private func start(_ portal: InspectionsPortal, network: String = Agg.network) async throws -> LoopbackServer {
            let server = try await LoopbackServer.start { portal.answer($0) }
            try agg.configure(
                ["chicago-inspections": "endpoint: \"\(server.url(""))\", max_records: all"], network: network)
            return server
        }

        @Test func `reads page by page, in a total order, until no rows are left`() async throws {
            let server = try await start(InspectionsPortal(rows: 1...5_000))
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try refresh.outcome("added") == 5_000)
            #expect(try refresh.outcome("duplicates") == 0)
            #expect(
                InspectionsPortal.pages(await server.requests) == [
                    ["inspection_date DESC, :id", "5000", "0"], ["inspection_date DESC, :id", "5000", "5000"],
                ])
            #expect(
                try await agg.run("show", "chicago-inspections:4711", "--json").titles == ["PLACE 4711"])
            await server.stop()
        }

        @Test func `rereads a data set once if it changes between pages, and keeps no removed rows`() async throws {
            let portal = InspectionsPortal(rows: 1...5_001)
            portal.change { state in
                state.behindFirstPage = { state in
                    state.rows.removeFirst(2)
                    state.updatedAt += 60
                }
            }
            let server = try await start(portal)
            let refresh = try await agg.run("refresh", "--json")
            #expect(try refresh.outcome("added") == 4_999)
            #expect(try refresh.outcome("duplicates") == 0)
            #expect(InspectionsPortal.pages(await server.requests).map(\.[2]) == ["0", "5000", "0"])
            #expect(try await agg.run("show", "chicago-inspections:1").status == 1)
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")
            await server.stop()
        }

        @Test func `retries while a response is being prepared, and waits as long as the portal says`() async throws {
            let later = HTTPDateText.of(Date.now.timeIntervalSince1970 + 2)
            portal.change { state in
                state.troubles = [
                    LoopbackResponse(status: 202), LoopbackResponse(status: 429, headers: ["Retry-After": later]),
                    LoopbackResponse(status: 503),
                ]
            }
            let server = try await start(portal, network: "{max_wait: 5s}")
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0, "\(refresh.errors)")
            #expect(try refresh.outcome("added") == 20)
            #expect(InspectionsPortal.pages(await server.requests).count == 4)
            await server.stop()
        }

        @Test func `gives up if the portal's retry time is too far away, and reports it`() async throws {
            let server = try await start(portal)
            #expect(try await agg.run("refresh").status == 0)
            let later = HTTPDateText.of(Date.now.timeIntervalSince1970 + 3_600)
            portal.change { state in
                state.updatedAt += 1
                state.troubles = [LoopbackResponse(status: 429, headers: ["Retry-After": later])]
            }
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 6)
            #expect(refresh.errors.contains("rate limited until "))
            #expect(try await agg.run("list", "chicago-inspections", "--json").titles.count == 20)
            await server.stop()
        }

        @Test(arguments: [true, false])
        func `requests only newer data, with either validator`(hasTags: Bool) async throws {
            portal.change { $0.hasTags = hasTags }
            let server = try await start(portal)
            #expect(try await agg.run("refresh").status == 0)
            let before = await server.requests.count
            let second = try await agg.run("refresh", "--json")
            #expect(try second.outcome("outcome") == "unchanged")
            #expect(await server.requests.count == before + 1)
            portal.change { state in
                state.updatedAt += 60
                state.rows.append(21)
            }
            #expect(try await agg.run("refresh", "--json").outcome("added") == 1)
            await server.stop()
        }

        @Test(arguments: [
            #"{"code":"query.soql.no-such-column","error":true,"message":"No such column: dba"}"#,
            #"{"message":"No such column: dba","errorCode":"query.soql.no-such-column","data":{}}"#,
        ])
        func `shows the code and message of either error format`(envelope: String) async throws {
            portal.change { $0.troubles = [LoopbackResponse(status: 400, envelope)] }
            let server = try await start(portal)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errors.contains("query.soql.no-such-column"))
            #expect(refresh.errors.contains("No such column: dba"))
            await server.stop()
        }

        @Test func `reports that the portal's data is out of date`() async throws {
            portal.change { $0.headers = ["X-SODA2-Data-Out-Of-Date": "true"] }
            let server = try await start(portal)
            #expect(try await agg.run("refresh").status == 0)
            #expect(
                try await agg.run("list", "chicago-inspections", "--json").notes
                    == ["the portal reports that its data is out of date"])
            await server.stop()
        }

        @Test func `sends the token from the environment to the portal`() async throws {
            let server = try await start(portal)
            _ = try await agg.run("refresh", environment: ["SODA_APP_TOKEN": "t0ken"])
            #expect(await server.requests.allSatisfy { $0.headers["X-App-Token"] == "t0ken" })
            let details = try await agg.run("sources", "chicago-inspections", "--json")
            #expect(!(details.output + details.errors).contains("t0ken"))
            await server.stop()
        }

        @Test func `inspects a data set and adds it`() async throws {
            let server = try await start(portal)
            let added = try await agg.run("source", "add", "soda", "\(server.url("/4ijn-s7e5"))", "--id", "mine")
            #expect(added.status == 0, "\(added.errors)")
            for finding in ["Food Inspections", "20", "dba_name"] { #expect(added.output.contains(finding)) }
            #expect(try await agg.run("refresh", "mine", "--json").outcome("added") == 20)
            #expect(FileManager.default.fileExists(atPath: agg.folder.path("sources.d/mine.yml")))
            await server.stop()
        }

        @Test func `lists inspections by day, newest first`() async throws {
            let server = try await start(portal)
            _ = try await agg.run("refresh")
            let list = try await agg.run("list", "chicago-inspections", "--by", "date").output
            let days = list.split(separator: "\n").filter { $0.hasPrefix("2024-03-") }.map { $0.prefix(10) }
            #expect(days.count == 9)
            #expect(days == days.sorted(by: >))
            await server.stop()
        }
    }
}
