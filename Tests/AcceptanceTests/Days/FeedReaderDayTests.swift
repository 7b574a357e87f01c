import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A day of somebody who read feeds with another program, on recorded feeds, at a terminal.
    @Suite(.enabled(if: RealData.has("feed/real-world"), "the recorded feeds are not there"))
    struct FeedReaderDayTests {
        private static let feeds = RealData.files(in: "feed/real-world").map { URL(filePath: $0).lastPathComponent }
        private static let news = """
            <entry><id>https://draw-down.com/products/new</id><title>A new typeface</title>
            <link href="https://draw-down.com/products/new"/><updated>2026-05-20T08:00:00Z</updated></entry></feed>
            """

        /// Serves the recorded feeds; one of them has a new item if `isLater`.
        private static func server(_ isLater: Changing<Bool>) async throws -> LoopbackServer {
            try await LoopbackServer.start { request in
                let name = String(request.path.dropFirst())
                guard feeds.contains(name), let text = try? RealData.text("feed/real-world/\(name)") else {
                    return LoopbackResponse(status: 404)
                }
                let isGrown = isLater.value && name == "draw-down.atom"
                return LoopbackResponse(
                    headers: ["Content-Type": name.hasSuffix("json") ? "application/feed+json" : "application/xml"],
                    isGrown ? text.replacing("</feed>", with: news) : text)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `imports feeds, reads what is new, follows a topic, and keeps an item`() async throws {
            let isLater = Changing(false)
            let server = try await Self.server(isLater)
            let agg = try Agg()
            try agg.configure([:])
            let outlines = Self.feeds.map { #"<outline type="rss" text="\#($0)" xmlUrl="\#(server.url("/\($0)"))"/>"# }
            let list = try agg.file("feeds.opml", "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>")
            let opened = agg.folder.path("opened")
            let browser = try agg.file("xdg-open", "#!/bin/sh\nprintf '%s\\n' \"$1\" >> '\(opened)'\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: browser.path)
            let programs = browser.deletingLastPathComponent().path
            let environment = ["PAGER": "cat", "PATH": "\(programs):/usr/bin:/bin", "LANG": "C.UTF-8"]

            let first = try agg.session("--no-init", columns: 118, rows: 40, environment: environment)
            try await first.waitForPrompt()
            try await first.submit("source import \(list.path)")
            #expect(first.screen.text.contains("Added \(Self.feeds.count) sources"))
            // One of the recorded feeds is only the start of a document, but the others have rows, so nothing is asked.
            try first.type("refresh --force\r")
            try await first.wait(for: "\(Self.feeds.count) sources: \(Self.feeds.count - 1) updated, 1 not refreshed")
            try await first.submit("news --limit 8")
            try await first.wait(for: "Revue Faire — no. 56")
            #expect(first.screen.lines.contains("2026-05-15"))
            try await first.submit("open 5")
            try await first.submit("news --read 1-4")
            try await first.wait(for: "Marked 4 records as read.")
            try await first.submit("news --limit 2")
            try await first.wait(for: "1  A Line Which Forms a Volume 8")
            try await first.submit("favorite 1 --tag later")
            try await first.submit("save type search typeface --watch")
            try await first.wait(for: "watching for new matches")

            try first.type("live --news\r")
            try await first.wait(for: "> ★ A Line Which Forms")
            try first.type("n")
            try await first.wait(for: ">   Graphic 18: Workshop")
            try first.type("\u{F}")
            try await first.wait(for: "Opened https://draw-down.com/products/graphic-18-workshop")
            try first.type("\u{1B}")
            try await first.waitForPrompt()
            let links = try String(contentsOfFile: opened, encoding: .utf8).split(separator: "\n")
            #expect(links.count == 2 && links.allSatisfy { $0.hasPrefix("https://draw-down.com/products/") })

            isLater.value = true
            try await first.submit("refresh draw-down-atom")
            try await first.wait(for: "type: 1 new match: A new typeface")
            try await first.submit("alerts")
            try await first.wait(for: "A new typeface  draw-down.atom")
            try await first.submit("news --read all")
            try await first.submit("news")
            try await first.wait(for: "No unread records.")
            try first.type("exit\r")
            #expect(try await first.waitForExit() == 0)

            #expect(try await agg.run("--offline", "alerts", "--json").status == 0)
            let kept = try await agg.run("--offline", "favorites", "tag:later", "--json")
            #expect(try kept.titles == ["A Line Which Forms a Volume 8"])
            let next = try agg.session("--offline", "--no-init", columns: 118, rows: 40, environment: environment)
            try await next.waitForPrompt()
            #expect(!next.screen.text.contains("unread"))
            try next.type("exit\r")
            _ = try await next.waitForExit()
            await server.stop()
        }
    }
}
