import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggWeb

@Suite struct AccessTests {
    @Test(arguments: [
        "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example:8080", "localhost:x",
        "192.0.2.1:8080", "::1",
    ])
    func `rejects a foreign Host header to prevent DNS rebinding`(host: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/api/search?q=lon", ["Host": host])
            #expect(answer.status == 403)
            #expect(!answer.body.contains("London"))
        }
    }

    @Test func `a request without a Host header is invalid`() async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get("/api/search?q=lon", ["Host": ""])
            #expect(answer.status == 400 && answer.body.contains("missing Host header"))
        }
    }

    @Test func `checks the host in the URL of a request as it does the header`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("http://\(visit.host)/api/search?q=lon").status == 200)
            let foreign = try visit.get("http://evil.example/api/search?q=lon")
            #expect(foreign.status == 403 && !foreign.body.contains("London"))
        }
    }

    @Test(arguments: ["localhost:8080", "LOCALHOST", "127.0.0.1:1", "127.0.0.1", "[::1]:9", "[::1]"])
    func `accepts the other end of an SSH tunnel`(host: String) async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/search?q=lon", ["Host": host]).status == 200)
            let origin = "http://\(host)"
            #expect(try visit.get("/api/search?q=lon", ["Host": host, "Origin": origin]).status == 200)
            #expect(try visit.get("/api/search?q=lon", ["Host": host, "Origin": "http://\(visit.host)"]).status == 403)
        }
    }

    @Test(arguments: [
        ("192.0.2.1:7247", true), ("192.0.2.1:8080", true), ("[2001:db8::1]", true), ("localhost:1", true),
        ("evil.example:7247", false), ("192.0.2.1.evil.example", false), ("192.0.2.01", false),
    ])
    func `a server for all addresses accepts no other names`(host: String, isAccepted: Bool) {
        var request = WebRequest.plain
        request.headers = ["host": host]
        #expect((AccessRules(address: "0.0.0.0", port: 7_247).fault(of: request) == nil) == isAccepted)
    }

    @Test(arguments: ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
    func `rejects a foreign origin`(origin: String) async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/api/search?q=lon", ["Origin": origin]).status == 403)
            #expect(try visit.get("/api/search?q=lon", ["Origin": "http://\(visit.host)"]).status == 200)
        }
    }

    @Test func `allows no other site to read a response`() async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get(
                "/api/search?q=lon", ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"])
            #expect(answer.status == 403)
            let own = try visit.get("/api/search?q=lon")
            #expect(own.headers["access-control-allow-origin"] == nil)
            #expect(own.headers["cross-origin-resource-policy"] == "same-origin")
            #expect(own.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self';") == true)
        }
    }

    @Test(arguments: [
        "/", "/?q=lon", "/api/search?q=lon", "/record?address=towns:1", "/feed.atom", "/parts/results?q=lon",
    ])
    func `returns nothing without a token`(target: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get(target, ["Authorization": ""])
            #expect(answer.status == 401)
            #expect(!answer.body.contains("London"))
            #expect(try visit.get(target, ["Authorization": "Bearer wrong"]).status == 401)
            #expect(try visit.get(target, ["Authorization": "", "Cookie": "agg_\(visit.port)=wrong"]).status == 401)
        }
    }

    @Test(arguments: [("/parts/results?q=lon", "GET"), ("/favorite", "POST"), ("/refresh", "POST")])
    func `tells a script why it refuses a request`(target: String, method: String) async throws {
        try await Site().serving { visit throws in
            let answer = try visit.get(
                target, ["Authorization": "", "Accept": "text/html, application/json"], method: method)
            #expect(answer.status == 401)
            let message = try JSONValue(parsing: answer.body.trimmingCharacters(in: .newlines))["error"]?["message"]
            #expect(message == "not signed in; open the URL that “agg serve” printed")
        }
    }

    @Test func `accepts the token in the URL once, and removes it from the URL`() async throws {
        try await Site().serving { visit throws in
            #expect(try visit.get("/?token=\(visit.firstToken)", ["Authorization": ""], method: "HEAD").status == 401)
            for field in ["Sec-Purpose", "Purpose", "X-Moz"] {
                let prefetch = ["Authorization": "", field: "prefetch"]
                #expect(try visit.get("/?token=\(visit.firstToken)", prefetch).status == 401)
            }
            let first = try visit.get("/?token=\(visit.firstToken)&q=lon", ["Authorization": ""])
            #expect(first.status == 303)
            #expect(first.headers["location"] == "/?q=lon")
            let cookie = try #require(first.headers["set-cookie"])
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
            #expect(try visit.get("/?token=\(visit.firstToken)", ["Authorization": ""]).status == 403)
            let value = String(cookie.prefix { $0 != ";" })
            #expect(try visit.get("/?q=lon", ["Authorization": "", "Cookie": "other=1; \(value)"]).status == 200)
        }
    }

    @Test func `a form from another site changes nothing`() async throws {
        let site = try await Site()
        try await site.serving { visit throws in
            let (cookie, token) = try visit.signIn()
            let fields = ["Authorization": "", "Cookie": cookie]
            let form = "address=towns:1&action=add"
            #expect(try visit.get("/favorite", fields, method: "POST", body: form).status == 403)
            #expect(try visit.get("/favorite", fields, method: "POST", body: form + "&token=\(token)x").status == 403)
            #expect(try visit.get("/refresh", fields, method: "POST", body: "source=towns").status == 403)
            let done = try visit.get(
                "/favorite", fields, method: "POST", body: form + "&token=\(token)&return=//evil.example")
            #expect(done.status == 303)
            #expect(done.headers["location"] == "/")
        }
        #expect(await site.users.favorites().map(\.record.title) == ["London"])
    }

    @Test func `rejects unsupported methods`() async throws {
        try await Site().serving { visit throws in
            let paths = Array(Pages.paths) + ["/api/search", "/api/complete", "/api/openapi.json", "/style.css"]
            for path in paths {
                for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "POST"] {
                    let answer = try visit.get(path, method: method)
                    #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD", "\(method) \(path)")
                }
                let query = "?q=lon&chart=country&address=towns:1"
                #expect(try visit.get(path + (path.contains(".json") ? "" : query)).status != 404, "\(path)")
            }
            let action = try visit.get("/favorite")
            #expect(action.status == 405 && action.headers["allow"] == "POST")
            #expect(try visit.get("/nothing", method: "POST", body: "q=lon").status == 404)
            let head = try visit.get("/api/search?q=lon", method: "HEAD")
            #expect(head.status == 200 && head.body.isEmpty)
        }
    }
}
