import AggSource
import Foundation
import Socrata
import Testing

struct SocrataFailureTests {
    let portal: SocrataPortal
    let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        portal = SocrataPortal(endpoint: try #require(URL(string: "https://data.example.org")))
    }

    private func error(_ status: Int, _ body: String = "", _ headers: HTTPHeaders = [:]) -> SourceError? {
        let answer = HTTPResponse(
            url: portal.endpoint, status: status, headers: headers, body: HTTPBody(Array(body.utf8)))
        do {
            try answer.requireSocrataSuccess(of: portal, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (
            #"{"code":"dataset.missing","error":true,"message":"Not found","data":{"id":"x"}}"#,
            "dataset.missing: Not found"
        ),
        (
            #"{"message":"Query\n  too   long","errorCode":"query.too-long","data":{}}"#,
            "query.too-long: Query too long"
        ),
        (#"{"error":true,"message":"Internal error","status":500}"#, "Internal error"),
        (#"{"code":"not_found"}"#, "not_found"),
        (#"{"code":404,"message":null}"#, nil), ("<html>Bad Gateway</html>", nil), ("", nil), ("[1]", nil),
        (#"{"code":"dataset.miss"#, nil),
    ])
    func `shows the code and message of both kinds of error document`(body: String, expected: String?) {
        #expect(error(404, body) == .http(status: 404, detail: expected))
        #expect(error(500, body) == .http(status: 500, detail: expected))
    }

    @Test func `shortens a long message`() throws {
        guard case .http(_, let detail?) = error(400, #"{"message":"\#(String(repeating: "x", count: 5_000))"}"#) else {
            Issue.record("no detail")
            return
        }
        #expect(detail.count == 301)
    }

    @Test(arguments: [401, 403])
    func `names the token to check`(status: Int) {
        let body = #"{"code":"permission_denied","error":true,"message":"Invalid app_token specified"}"#
        #expect(
            error(status, body)
                == .unauthorized(
                    "HTTP \(status): permission_denied: Invalid app_token specified; check the application token in SODA_APP_TOKEN"
                ))
    }

    @Test func `reports when a rate limit ends, in seconds or as a date`() {
        #expect(error(429) == .rateLimited(until: nil))
        #expect(error(429, "", ["Retry-After": "60"]) == .rateLimited(until: now.addingTimeInterval(60)))
        let date = HTTPDate.text(now.addingTimeInterval(90))
        #expect(error(429, "", ["Retry-After": date]) == .rateLimited(until: now.addingTimeInterval(90)))
    }

    @Test(arguments: [
        (#"{"error":true,"message":"Invalid SoQL query"}"#, "“Invalid SoQL query”"),
        (#" {"message":"Too long","errorCode":"query.too-long","data":{}}"#, "“query.too-long: Too long”"),
        (#"{"error":true}"#, "an error without a message"),
    ])
    func `does not accept an error document with status 200`(body: String, report: String) {
        #expect(error(200, body) == .invalidData("(the portal reports \(report))"))
    }

    @Test(arguments: [
        "[]", #"[{"error":true,"message":"a row"}]"#, #"{"id":"x","name":"metadata","message":"none"}"#,
        #"{"error":"a column of text"}"#, "{\"id\":1}\n{\"id\":2}\n", "",
    ])
    func `accepts data that resembles an error document`(body: String) {
        #expect(error(200, body) == nil)
    }

    @Test func `does not accept a response that is still being prepared`() {
        guard case .http(202, .some) = error(202, "{}") else {
            Issue.record("a 202 passes for an answer")
            return
        }
    }

    @Test(arguments: [("true", true), ("True ", true), ("false", false), (nil, false)])
    func `detects that the portal reports outdated data`(value: String?, expected: Bool) {
        var headers: HTTPHeaders = [:]
        headers["X-SODA2-Data-Out-Of-Date"] = value
        let answer = HTTPResponse(url: portal.endpoint, status: 200, headers: headers)
        #expect(answer.isSocrataDataOutOfDate == expected)
    }
}
