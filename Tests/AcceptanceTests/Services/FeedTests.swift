import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Feeds as servers send them: conditionally, in various charsets, and truncated.
    struct FeedTests {
        private static func rss(_ titles: String..., declaration: String = "") -> String {
            let items = titles.map { "<item><guid>\($0)</guid><title>\($0)</title></item>" }
            return "\(declaration)<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
        }

        private func home(_ server: LoopbackServer, _ more: String = "") throws -> Agg {
            let agg = try Agg()
            try agg.configure(["feed": "url: \"\(server.url("/feed"))\"\(more)"])
            return agg
        }

        @Test func `keeps items that the document dropped, and requests only newer documents`() async throws {
            let document = Changing(Self.rss("one", "two"))
            let server = try await LoopbackServer.start { request in
                let text = document.value
                let tag = "\"\(text.count)\""
                return request.headers["If-None-Match"] == tag
                    ? LoopbackResponse(status: 304, headers: ["ETag": tag])
                    : LoopbackResponse(headers: ["ETag": tag, "Content-Type": "application/rss+xml"], text)
            }
            let agg = try home(server)
            #expect(try await agg.run("refresh", "--json").outcome("added") == 2)
            #expect(try await agg.run("refresh", "--json").outcome("outcome") == "unchanged")
            document.value = Self.rss("two", "three!")
            let second = try await agg.run("refresh", "--json")
            #expect(try second.outcome("added") == 1)
            #expect(try second.outcome("removed") == 0)
            #expect(try await agg.run("list", "feed", "--json").titles.sorted() == ["one", "three!", "two"])
            await server.stop()
        }

        @Test func `removes dropped items after the configured period`() async throws {
            let document = Changing(Self.rss("one", "two"))
            let server = try await LoopbackServer.start { _ in LoopbackResponse(document.value) }
            let agg = try home(server, ", keep: 1s")
            #expect(try await agg.run("refresh").status == 0)
            document.value = Self.rss("two")
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            #expect(try await agg.run("refresh", "--json").outcome("removed") == 1)
            await server.stop()
        }

        /// A text in a charset: where the charset is declared, and the bytes.
        struct Written: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let type: String
            let declaration: String
            let title: String
            let bytes: [UInt8]

            init(_ charset: String, inHeader: Bool, _ title: String, _ bytes: [UInt8]) {
                testDescription = "\(charset) in the \(inHeader ? "header" : "declaration")"
                type = inHeader ? "text/xml; charset=\(charset)" : "text/xml"
                declaration = inHeader ? "" : "<?xml version=\"1.0\" encoding=\"\(charset)\"?>"
                self.title = title
                self.bytes = bytes
            }
        }

        @Test(arguments: [
            Written("utf-8", inHeader: true, "Zürich", Array("Zürich".utf8)),
            Written("iso-8859-1", inHeader: false, "Zürich", [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68]),
            Written("windows-1251", inHeader: true, "Мир", [0xCC, 0xE8, 0xF0]),
            Written("KOI8-R", inHeader: false, "Мир", [0xED, 0xC9, 0xD2]),
            Written("Shift_JIS", inHeader: false, "東京", [0x93, 0x8C, 0x8B, 0x9E]),
            Written("EUC-JP", inHeader: true, "東京", [0xC5, 0xEC, 0xB5, 0xFE]),
            Written("GB2312", inHeader: true, "北京", [0xB1, 0xB1, 0xBE, 0xA9]),
            Written("Big5", inHeader: false, "台北", [0xA5, 0x78, 0xA5, 0x5F]),
            Written("EUC-KR", inHeader: true, "서울", [0xBC, 0xAD, 0xBF, 0xEF]),
        ])
        func `reads a feed in its charset`(written: Written) async throws {
            let parts = Self.rss("TITLE", declaration: written.declaration).components(separatedBy: "TITLE")
            let body = Array(parts.map { Array($0.utf8) }.joined(separator: written.bytes))
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(headers: ["Content-Type": written.type], body: body)
            }
            let agg = try home(server)
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("list", "feed", "--json").titles == [written.title])
            await server.stop()
        }

        @Test func `reads what it can of a truncated document and says so`() async throws {
            let whole = Self.rss("one", "two", "three")
            let server = try await LoopbackServer.start { _ in LoopbackResponse(String(whole.dropLast(60))) }
            let agg = try home(server)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 0)
            #expect(refresh.output.contains("feed: the document is not well-formed at line 1"), "\(refresh.output)")
            let again = try await agg.run("refresh", "--json")
            #expect(try again.outcome("notes")?.arrayValue?.count == 1)
            #expect(try await agg.run("refresh", "--format", "ndjson").output.contains("not well-formed"))
            let list = try await agg.run("list", "feed", "--json")
            #expect(try list.titles.contains("one"))
            #expect(try list.notes.isEmpty == false)
            await server.stop()
        }

        @Test func `returns no rows older than keep_for`() async throws {
            let isDown = Changing(false)
            let server = try await LoopbackServer.start { _ in
                isDown.value ? LoopbackResponse(status: 404) : LoopbackResponse(Self.rss("one"))
            }
            let agg = try home(server, ", keep_for: 1s")
            #expect(try await agg.run("refresh").status == 0)
            isDown.value = true
            try StoreFile("mirror.sqlite", of: agg).age(seconds: 3)
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errors.contains("HTTP 404"))
            #expect(try await agg.run("list", "feed", "--json").titles.isEmpty)
            await server.stop()
        }
    }
}
