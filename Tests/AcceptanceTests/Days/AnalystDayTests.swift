import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A day of an analyst who used SQL and spreadsheets: recorded inspections and schools, at a terminal.
    @Suite(.enabled(if: RecordedServices.areThere, "the recorded responses are not there"))
    struct AnalystDayTests {
        @Test(.timeLimit(.minutes(5)))
        func `counts, asks in SQL, draws, repeats with parameters, and sees what changed`() async throws {
            let isLater = Changing(false)
            let server = try await LoopbackServer.start { request in
                let recorded = RecordedServices.answer(request)
                guard isLater.value else { return recorded }
                let text = String(decoding: recorded.body, as: UTF8.self)
                return .json(text.replacing("\"total_students\":\"5534\"", with: "\"total_students\":\"5600\""))
            }
            let agg = try Agg()
            let endpoint = "endpoint: \"\(server.url(""))\""
            let network = "{connect_timeout: 10s, idle_timeout: 60s, deadline: 120s, max_wait: 1s, max_body: 64MB}"
            try agg.configure(["chicago-inspections": endpoint, "nyc-schools": endpoint], network: network)
            #expect(try await agg.run("refresh").status == 0)
            let editor = try agg.file("editor", "#!/bin/sh\nsed -i 's/5000/4000/' \"$1\"\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
            let terminal = try agg.session(
                "--no-init", columns: 118, rows: 45,
                environment: ["PAGER": "cat", "EDITOR": editor.path, "LANG": "C.UTF-8"])
            try await terminal.waitForPrompt()

            try await terminal.submit("count by risk,results --pivot")
            try await terminal.wait(for: "Risk 1 (High)     449   132               41")
            try await terminal.submit("save fails search results:fail {what} zip:{zip=60614}")
            try await terminal.submit("run fails pizza zip=60647")
            try await terminal.wait(for: "2 records")
            #expect(terminal.screen.text.contains("Congress Pizza"))

            try terminal.type("sql SELECT borough, sum(total_students) AS students\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("FROM \"nyc-schools\" GROUP BY borough\r")
            try await terminal.waitAtLine("...>")
            try terminal.type("ORDER BY students DESC;\r")
            try await terminal.wait(for: "Staten Island     18368")
            try await terminal.waitForPrompt()
            try await terminal.submit("chart")
            try await terminal.wait(for: "Brooklyn      83456 █")

            try await terminal.submit("sql SELECT address, title FROM \"nyc-schools\" WHERE total_students > 5000;")
            try await terminal.wait(for: "nyc-schools:13K430  Brooklyn Technical High School")
            try await terminal.submit("edit")
            try await terminal.wait(for: "3 rows")
            try await terminal.submit("map")
            try await terminal.wait(for: "Francis Lewis High")

            try terminal.type("watch 0.2 count results:fail\r")
            try await terminal.wait(for: "every 0.2 s: count results:fail")
            try terminal.type("\u{3}")
            try await terminal.waitForPrompt()
            let table = agg.folder.path("fails.csv")
            try await terminal.submit("search results:fail --limit all > \(table)")
            #expect(try String(contentsOfFile: table, encoding: .utf8).hasPrefix("address,source,title"))

            isLater.value = true
            try await terminal.submit("refresh nyc-schools")
            try await terminal.submit("changes nyc-schools:13K430")
            try await terminal.wait(for: "total_students  5534  5600")
            try await terminal.submit("chart total_students of nyc-schools:13K430")
            try await terminal.wait(for: "5600 █")
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            await server.stop()
        }
    }
}
