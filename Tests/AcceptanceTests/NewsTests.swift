import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A day of reading feeds with agg.
    struct NewsTests {
        private static func item(_ number: Int, _ title: String, day: Int) -> String {
            """
            <item><title>\(title)</title><link>https://example.org/\(number)</link><guid>post-\(number)</guid>
            <pubDate>\(day) Nov 2024 08:00:00 GMT</pubDate></item>
            """
        }

        private static func feed(_ items: [String]) -> String {
            "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
        }

        private static let first = [item(1, "Old post", day: 10), item(2, "Bakery opens", day: 12)]

        /// A home with a feed that was just added and a list of cities.
        private static func home(_ posts: Changing<String>) async throws -> (agg: Agg, server: LoopbackServer) {
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(headers: ["Content-Type": "application/rss+xml"], posts.value)
            }
            let agg = try Agg()
            try agg.configure([
                "feed": "url: \"\(server.url("/feed"))\"",
                "cities": "url: \"\(try agg.file("cities.json", CityList.sample).absoluteString)\"",
            ])
            #expect(try await agg.run("refresh").status == 0)
            return (agg, server)
        }

        @Test func `a new feed is unread, a new list is not, and later posts are unread`() async throws {
            let posts = Changing(Self.feed(Self.first))
            let (agg, server) = try await Self.home(posts)
            #expect(try await agg.run("news", "--json").json.titles == ["Bakery opens", "Old post"])
            #expect(try await agg.run("news", "--read", "all").status == 0)
            #expect(try await agg.run("news").output.hasPrefix("No unread records."))
            posts.value = Self.feed(
                [Self.item(3, "Third post", day: 14), Self.item(1, "Old post, corrected", day: 10)] + [Self.first[1]])
            #expect(try await agg.run("refresh", "feed").status == 0)
            let news = try await agg.run("news", "--json").json
            #expect(news.titles == ["Old post, corrected", "Third post"])
            #expect(news["records"]?.arrayValue?.map { $0["news"] } == ["changed", "added"])
            await server.stop()
        }

        @Test func `the banner counts unread records, and showing a record marks it as read`() async throws {
            let (agg, server) = try await Self.home(Changing(Self.feed(Self.first)))
            let terminal = try agg.session(columns: 160)
            try await terminal.wait(for: "2 unread items")
            try await terminal.waitForPrompt()
            try terminal.type("news\r")
            try await terminal.wait(for: "2024-11-12")
            try await terminal.wait(for: "2 records")
            try await terminal.waitForPrompt()
            try terminal.type("show 1\r")
            try await terminal.wait(for: "https://example.org/2")
            try await terminal.waitForPrompt()
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            #expect(try await agg.run("news", "--json").json.titles == ["Old post"])
            let next = try agg.session(columns: 160)
            try await next.wait(for: "1 unread item")
            try next.type("exit\r")
            #expect(try await next.waitForExit() == 0)
            await server.stop()
        }

        @Test func `--since uses a time instead of the read marks`() async throws {
            let (agg, server) = try await Self.home(Changing(Self.feed(Self.first)))
            #expect(try await agg.run("news", "--read", "feed").status == 0)
            #expect(try await agg.run("news", "--since", "2024-11-11", "--json").json.titles == ["Bakery opens"])
            #expect(try await agg.run("news", "--since", "2024-11-01", "--unread", "--json").json.titles.isEmpty)
            await server.stop()
        }
    }
}

extension JSONValue {
    /// The titles of the records of an answer.
    fileprivate var titles: [String] { (self["records"]?.arrayValue ?? []).compactMap { $0["title"]?.stringValue } }
}
