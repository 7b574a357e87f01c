import AggCore
import AggSource
import Foundation
import Testing

struct RateLimitTests {
    private let reset = Date(timeIntervalSince1970: 1_795_168_800)

    @Test func `reads the fields of a response`() {
        let headers: HTTPHeaders = [
            "x-ratelimit-limit": "60", "X-RateLimit-Remaining": " 3 ", "X-RateLimit-Reset": "1795168800",
        ]
        #expect(RateLimit(headers) == RateLimit(limit: 60, remaining: 3, resetsAt: reset))
    }

    @Test(arguments: [[:], ["X-RateLimit-Limit": "60"], ["X-RateLimit-Limit": "x", "X-RateLimit-Remaining": "1"]])
    func `is nil if the server sends no limit`(headers: [String: String]) {
        #expect(RateLimit(HTTPHeaders(headers.map { ($0.key, $0.value) })) == nil)
    }

    @Test(arguments: ["9223372036854775807", "-1", "253402300800", "99999999999999999999", "1e300", "inf"])
    func `ignores a reset time outside the range of dates`(reset: String) {
        let headers: HTTPHeaders = ["X-RateLimit-Limit": "9223372036854775807", "X-RateLimit-Remaining": "0"]
        var withReset = headers
        withReset["X-RateLimit-Reset"] = reset
        let limit = RateLimit(withReset)
        #expect(limit == RateLimit(limit: .max, remaining: 0))
        var state = FetchState()
        state.rateLimit = limit
        #expect(state.rateLimit == limit)
    }

    @Test func `is kept in a fetch state next to the validators`() {
        var state = FetchState(["etag": "1"])
        #expect(state.rateLimit == nil)
        let limit = RateLimit(limit: 10, remaining: 0, resetsAt: reset)
        state.rateLimit = limit
        #expect(state.rateLimit == limit)
        #expect(state.validators?.entityTag == "1")
        state.rateLimit = nil
        #expect(state == FetchState(["etag": "1"]))
    }

    @Test func `is full again after its reset`() {
        let limit = RateLimit(limit: 10, remaining: 2, resetsAt: reset)
        #expect(limit.at(reset - 1) == limit)
        #expect(limit.at(reset) == RateLimit(limit: 10, remaining: 10))
        #expect(RateLimit(limit: 10, remaining: 2).at(reset).remaining == 2)
    }
}
