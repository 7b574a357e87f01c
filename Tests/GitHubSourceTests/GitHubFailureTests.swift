import AggSource
import AggTesting
import Foundation
import Testing

@testable import GitHubSource

struct GitHubFailureTests {
    private static let secondary = #"{"message": "You have exceeded a secondary rate limit. Please wait"}"#

    @Test(
        arguments: [
            (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795168845"], "{}", 45),
            (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795172400"], "", 3_600),
            (403, ["Retry-After": "30", "X-RateLimit-Remaining": "4000"], "{}", 30),
            (429, ["Retry-After": "Fri, 20 Nov 2026 10:00:08 GMT"], secondary, 8),
            (403, ["X-RateLimit-Remaining": "21"], secondary, 60),
            (403, [:], #"{"message": "You have triggered an abuse detection mechanism"}"#, 60),
            (429, [:], "<html>", 60),
        ] as [(Int, HTTPHeaders, String, Double)])
    func `reports when a limit ends`(status: Int, headers: HTTPHeaders, body: String, seconds: Double) {
        let failure = GitHubFailure(.text(body, status: status, headers: headers), now: noon)
        #expect(failure.limitEnd == noon.addingTimeInterval(seconds))
        #expect(failure.error == .rateLimited(until: noon.addingTimeInterval(seconds)))
    }

    @Test(
        arguments: [
            ("1e300", 31_536_000), ("inf", 31_536_000), ("99999999999999999999", 31_536_000), ("-inf", 0),
            ("-1e300", 0),
            ("9223372036854775807", 31_536_000), ("0", 0), ("nan", 60), ("", 60), ("soon", 60),
            ("0x1p1023", 31_536_000),
        ] as [(String, Double)])
    func `limits a reset to a year`(reset: String, seconds: Double) {
        let headers: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": reset]
        let failure = GitHubFailure(.text("{}", status: 403, headers: headers), now: noon)
        #expect(failure.limitEnd == noon.addingTimeInterval(seconds))
    }

    @Test func `says that no token was sent instead of blaming one`() async throws {
        let answer = StubHTTPClient.Answer.text(#"{"message": "Requires authentication"}"#, status: 401)
        let error = await #expect(throws: SourceError.self) {
            try await GitHubSource.discover("swift", SourceServices(http: StubHTTPClient(answer)))
        }
        #expect(
            error
                == .unauthorized(
                    "GitHub requires a token, but GITHUB_TOKEN is not set; create a token and set the variable"))
        let failure = GitHubFailure(.text("{}", status: 401, headers: [:]), now: noon, hadToken: false)
        #expect(failure.error == error)
    }

    @Test func `uses the clock of the server if it differs`() {
        let headers: HTTPHeaders = [
            "Date": "Fri, 20 Nov 2026 09:00:00 GMT", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1795165210",
        ]
        let failure = GitHubFailure(.text("{}", status: 403, headers: headers), now: noon)
        #expect(failure.limitEnd == noon.addingTimeInterval(10))
    }

    @Test(
        arguments: [
            (
                401, #"{"message": "Bad credentials"}"#,
                .unauthorized("GitHub rejects the token in GITHUB_TOKEN; create a new token or unset the variable")
            ),
            (403, #"{"message": "Must have push access"}"#, .unauthorized("Must have push access")),
            (403, "<html>", .unauthorized("HTTP 403")),
            (
                422,
                #"{"message": "Validation Failed", "errors": [{"message": "None of the\nusers exist"}, {"code": "x"}]}"#,
                .http(status: 422, detail: "Validation Failed: None of the users exist")
            ),
            (500, "", .http(status: 500)),
            (503, #"{"message": 1}"#, .http(status: 503)),
        ] as [(Int, String, SourceError)])
    func `reports what was wrong`(status: Int, body: String, expected: SourceError) {
        let failure = GitHubFailure(.text(body, status: status), now: noon)
        #expect(failure.error == expected)
        #expect(failure.limitEnd == nil)
    }
}
