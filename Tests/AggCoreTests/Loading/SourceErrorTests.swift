import AggSource
import AggStorage
import Foundation
import Testing

@Suite struct SourceErrorTests {
    private let noon = Date(timeIntervalSince1970: 43_200)

    @Test(arguments: [
        (SourceError.offline("no route to host"), "offline", "offline (no route to host)"),
        (.timedOut("no answer for 30 s"), "timed_out", "timed out (no answer for 30 s)"),
        (.http(status: 503), "http", "HTTP 503"),
        (.http(status: 400, detail: "bad query"), "http", "HTTP 400: bad query"),
        (.unauthorized("HTTP 401"), "unauthorized", "not authorized (HTTP 401)"),
        (.rateLimited(until: nil), "rate_limited", "rate limited"),
        (.rateLimited(until: Date(timeIntervalSince1970: 50_700)), "rate_limited", "rate limited until 14:05"),
        (.invalidData("at item 12: no name"), "invalid_data", "invalid data at item 12: no name"),
        (.tooLarge(limit: 1_000_000), "too_large", "the response is larger than the limit of 1 MB"),
        (
            .tooLarge(limit: 1_000_000, setting: "network.max_body"), "too_large",
            "the response is larger than the limit of 1 MB (network.max_body)"
        ),
        (.refused("ftp"), "refused", "refused: ftp"),
        (.notFound("a.json"), "not_found", "not found: a.json"),
        (.unreadable("a.json"), "unreadable", "cannot read a.json"),
        (
            .heldBack(stored: 9, offered: 2), "held_back",
            "held back: the new data has 2 rows instead of 9; to accept it, refresh the source with --force"
        ),
        (.nothingStored, "nothing_stored", "nothing is stored"),
        (.tooOld(age: .seconds(259_200)), "too_old", "the stored rows are 3 d old, which exceeds keep_for"),
        (
            SourceError(StoreError.full(file: "m")), "store",
            "the disk that contains m is full; free some space and try again"
        ),
        (.cancelled, "cancelled", "canceled"),
    ])
    func `has a stable code and a reason`(error: SourceError, code: String, reason: String) {
        #expect(error.code == code)
        #expect(error.reason(in: .gmt, now: noon) == reason)
    }

    @Test func `shows the time in the reader's time zone`() throws {
        let zone = try #require(TimeZone(secondsFromGMT: -5 * 3_600))
        #expect(
            SourceError.rateLimited(until: Date(timeIntervalSince1970: 50_700)).reason(in: zone, now: noon)
                == "rate limited until 09:05")
    }

    @Test(arguments: [(43_200.0, "12:00"), (43_201, "12:01"), (43_259.5, "12:01"), (86_399, "1970-01-02 00:00")])
    func `a limit does not end in a minute that has begun`(time: Double, text: String) {
        let error = SourceError.rateLimited(until: Date(timeIntervalSince1970: time))
        #expect(error.reason(in: .gmt, now: noon) == "rate limited until \(text)")
    }

    @Test(arguments: [(129_600.0, "1970-01-02 12:00"), (-2_700, "1969-12-31 23:15")])
    func `shows the date of a time on another day`(time: Double, text: String) {
        let error = SourceError.rateLimited(until: Date(timeIntervalSince1970: time))
        #expect(error.reason(in: .gmt, now: noon) == "rate limited until \(text)")
    }
}
