import AggSource
import Foundation
import TestSupport
import Testing

@testable import AggWeb

@Suite struct AttackTests {
    @Test(arguments: [(-1, 256), (65_536, 256), (1_024, 256), (256, 64), (20, 16)])
    func `connections leave enough files for everything else`(openFiles: Int, connections: Int) {
        #expect(ServerLimits.connections(openFiles: openFiles) == connections)
    }

    @Test func `cuts off a header that does not end`() async throws {
        var limits = ServerLimits()
        limits.request = .milliseconds(400)
        limits.idle = .milliseconds(400)
        try await Site().serving(limits: limits) { visit throws in
            let slow = try TextClient(port: visit.port)
            slow.send("GET / HTTP/1.1\r\nHost: \(visit.host)\r\nX-Slow: ")
            let silent = try TextClient(port: visit.port)
            // Each byte arrives in time; the whole header does not.
            for _ in 0..<100 where slow.send("a") { try await Task.sleep(for: .milliseconds(20)) }
            #expect(slow.readAll().isEmpty)
            #expect(silent.readAll().isEmpty)
            // On a busy machine, a request can exceed these limits, too.
            #expect(try await eventually { (try? visit.get("/api/search?q=lon"))?.status == 200 })
        }
    }

    @Test func `rejects a header or a body that is too long`() async throws {
        try await Site().serving { visit throws in
            let long = String(repeating: "a", count: 20_000)
            #expect(try visit.get("/", ["X-Long": long]).status == 431)
            #expect(
                try visit.get("/favorite", method: "POST", body: String(repeating: "a", count: 70_000)).status == 413)
        }
    }

    @Test func `explains a malformed API request as JSON, and any other as text`() async throws {
        try await Site().serving { visit throws in
            let long = String(repeating: "a", count: 17_000)
            for (target, headers, status) in [
                ("search?q=münchen", [:], 400), ("search?q=\(long)", [:], 431), ("search?q=lon", ["X-Long": long], 431),
                ("search?q=lon", ["Content-Length": "x"], 400),
            ] as [(String, [String: String], Int)] {
                let answer = try visit.get("/api/\(target)", headers)
                #expect(answer.status == status && answer.headers["content-type"] == "application/json")
                let document = try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))
                #expect(document["error"]?["message"]?.stringValue?.isEmpty == false)
            }
            let page = try visit.get("/?q=münchen")
            #expect(page.status == 400 && page.headers["content-type"] == "text/plain; charset=utf-8")
        }
    }

    @Test func `tells a client that waits for it to send the body`() async throws {
        try await Site().serving { visit throws in
            let client = try TextClient(port: visit.port)
            let body = "star=add+towns:1"
            client.send(
                "POST /favorite HTTP/1.1\r\nHost: \(visit.host)\r\nAuthorization: Bearer \(Site.token)\r\n"
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Expect: 100-continue\r\nConnection: close\r\n\r\n")
            #expect(client.read(upTo: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send(body)
            #expect(client.readAll().hasPrefix("HTTP/1.1 303 "))
        }
    }

    @Test func `responds while ten thousand connections are open or refused`() async throws {
        try await Site().serving { visit throws in
            var open: [TextClient] = []
            for number in 0..<10_000 {
                // Keep open as many as the server accepts; the others come and go.
                guard let client = try? TextClient(port: visit.port) else { continue }
                if number < 300 { open.append(client) }
            }
            #expect(visit.server.listener.open.count <= 256)
            open = []
            // Connections that the system has already accepted come first.
            #expect(try await eventually { (try? visit.get("/api/search?q=lon"))?.status == 200 })
        }
    }

    @Test(arguments: [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/style.css/../../../etc/passwd", "//etc/passwd",
        "/etc/passwd",
        "/api/../style.css", "/api/search/../../x", "/%00", "/style.css%00", "/parts/../../etc/passwd",
    ])
    func `serves no file outside the site`(target: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get(target)
            #expect(answer.status == 404)
            #expect(!answer.body.contains("root:"))
        }
    }

    @Test(arguments: [
        "/?q=lon", "/parts/results?q=lon", "/parts/facets?q=lon", "/feed.atom?q=lon",
        "/record?address=towns:%3Cscript%3Ealert(0)%3C/script%3E", "/?q=%3Cscript%3Ealert(5)%3C/script%3E",
        "/record?address=%3Cscript%3E",
        "/?q=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E&limit=x&chart=%22%3E%3Cscript%3E",
    ])
    func `no text of a source or a URL becomes markup`(target: String) async throws {
        try await Site(.hostile).serving { visit throws in
            let body = try visit.get(target).body
            #expect(!body.contains("<script>"))
            #expect(!body.contains("<img src=x"))
            #expect(!body.contains("<svg onload"))
            #expect(!body.contains("javascript:alert(3)\""))
            #expect(!body.contains("href=\"javascript:"))
            #expect(!body.contains("\u{202E}"))
        }
    }

    @Test func `a query is never read as an option that writes a file`() async throws {
        try await Site().serving { visit throws in
            let path = "/tmp/agg-web-test-\(visit.port).svg"
            for query in ["--svg%20\(path)%20--force", "%7C%20touch%20\(path)", "%3E%20\(path)", "lon%20--svg=\(path)"]
            {
                _ = try visit.get("/api/map?q=\(query)")
                _ = try visit.get("/api/chart?column=country&q=\(query)")
            }
            #expect(try visit.get("/api/map?svg=\(path)").status == 400)
            #expect(try visit.get("/api/favorites?q=export%20\(path).csv").status == 200)
            #expect(try visit.get("/api/set?q=limit").status == 404)
            #expect(!FileNames.exist(path, path + ".csv"))
        }
    }

    @Test func `cancels the work for a client that has disconnected`() async throws {
        let sql = EndlessSQL()
        try await Site(sql: sql).serving { visit throws in
            var client: TextClient? = try TextClient(port: visit.port)
            client?.send(
                "GET /api/sql?q=x HTTP/1.1\r\nHost: \(visit.host)\r\nAuthorization: Bearer \(Site.token)\r\n\r\n")
            for await event in sql.events {
                if event == "began" { client = nil }
                if event == "cancelled" { break }
            }
            #expect(client == nil)
            #expect(try visit.get("/api/search?q=lon").status == 200)
        }
    }

    @Test func `stops computing a response that takes too long`() async throws {
        var limits = ServerLimits.patient
        limits.answer = .milliseconds(300)
        let sql = EndlessSQL()
        try await Site(sql: sql).serving(limits: limits) { visit throws in
            let client = try TextClient(port: visit.port)
            client.send(
                "GET /api/sql?q=x HTTP/1.1\r\nHost: \(visit.host)\r\nAuthorization: Bearer \(Site.token)\r\n\r\n")
            for await event in sql.events where event == "cancelled" { break }
            #expect(client.readAll().isEmpty)
            #expect(try await eventually { (try? visit.get("/api/search?q=lon"))?.status == 200 })
        }
    }

    @Test func `stops sending to a client that does not read`() async throws {
        var limits = ServerLimits.patient
        limits.write = .milliseconds(300)
        let long = String(repeating: "long ", count: 1_000)
        let records = (1...4_000).map { Record(key: "\($0)", title: "Town \($0)", subtitle: long) }
        try await Site(records).serving(limits: limits) { visit throws in
            let client = try TextClient(port: visit.port)
            client.send(
                "GET /api/list?source=towns&limit=all&format=ndjson HTTP/1.1\r\nHost: \(visit.host)\r\n"
                    + "Authorization: Bearer \(Site.token)\r\n\r\n")
            #expect(try await eventually { visit.server.listener.open.count > 0 })
            #expect(try await eventually { visit.server.listener.open.count == 0 })
            let received = client.readAll()
            #expect(received.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(!received.hasSuffix("\r\n0\r\n\r\n"))
            #expect(try await eventually { (try? visit.get("/api/search?q=town&limit=1"))?.status == 200 })
        }
    }

    @Test func `ends a response to an HTTP 1.0 client by closing the connection`() async throws {
        try await Site().serving { visit throws in
            let client = try TextClient(port: visit.port)
            client.send(
                "GET /api/search?q=lon&columns=title&format=csv HTTP/1.0\r\nHost: \(visit.host)\r\n"
                    + "Authorization: Bearer \(Site.token)\r\nConnection: keep-alive\r\n\r\n")
            let answer = try #require(Answer(client.readAll()))
            #expect(answer.headers["transfer-encoding"] == nil && answer.headers["connection"] == "close")
            #expect(answer.body == "title\r\nLondon\r\nLondon\r\nLondonderry\r\n")
        }
    }

    @Test func `keeps a connection for several requests`() async throws {
        try await Site().serving { visit throws in
            let client = try TextClient(port: visit.port)
            let request =
                "GET /api/count?q=lon HTTP/1.1\r\nHost: \(visit.host)\r\nAuthorization: Bearer \(Site.token)\r\n\r\n"
            for _ in 0..<3 {
                client.send(request)
                #expect(client.readAnswer()?.status == 200)
            }
            // Two at once are answered one after another.
            client.send(request + request.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
            #expect(client.readAll().ranges(of: "HTTP/1.1 200 OK").count == 2)
        }
    }
}
