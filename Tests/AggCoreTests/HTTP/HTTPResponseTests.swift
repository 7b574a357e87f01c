import AggSource
import Foundation
import Testing

@Suite struct HTTPResponseTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    private func check(_ status: Int, _ headers: HTTPHeaders = [:], body: String = "") throws {
        let url = try #require(URL(string: "https://example.org"))
        try HTTPResponse(url: url, status: status, headers: headers, body: HTTPBody(Array(body.utf8)))
            .requireSuccess(now: now)
    }

    @Test(arguments: [200, 203, 204, 299])
    func `accepts any 2xx as success, except a part`(status: Int) throws {
        try check(status)
    }

    @Test(arguments: [
        (401, SourceError.unauthorized("HTTP 401")), (403, .unauthorized("HTTP 403")), (404, .http(status: 404)),
        (304, .http(status: 304)),
        (206, .http(status: 206)), (500, .http(status: 500)), (429, .rateLimited(until: nil)),
    ])
    func `maps a status to its error`(status: Int, error: SourceError) {
        #expect(throws: error) { try check(status) }
    }

    @Test func `reports when the rate limit ends`() {
        #expect(throws: SourceError.rateLimited(until: Date(timeIntervalSince1970: 1_030))) {
            try check(429, ["Retry-After": "30"])
        }
    }
}
