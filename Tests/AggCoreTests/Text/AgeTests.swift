import AggSource
import Foundation
import Testing

@Suite struct AgeTests {
    @Test(arguments: [
        (-5, "0 s"), (0, "0 s"), (59, "59 s"), (60, "1 min"), (119, "1 min"), (3_599, "59 min"), (3_600, "1 h"),
        (93_600, "26 h"), (172_799, "47 h"), (172_800, "2 d"), (8_640_000, "100 d"),
    ])
    func `writes a duration in its largest fitting unit`(seconds: Int, text: String) {
        #expect(Age.text(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        (-5, "0 s"), (59, "59 s"), (60, "1 min"), (89, "1 min"), (90, "2 min"), (3_569, "59 min"), (3_570, "1 h"),
        (84_599, "23 h"), (86_340, "24 h"), (86_400, "24 h"), (170_999, "47 h"), (171_000, "2 d"), (604_000, "7 d"),
    ])
    func `writes the time left rounded`(seconds: Int, text: String) {
        #expect(Age.remaining(.seconds(seconds)) == text)
    }

    @Test(arguments: [
        ("250ms", Duration.milliseconds(250)), ("0s", .zero), ("30s", .seconds(30)), ("5m", .seconds(300)),
        ("5min", .seconds(300)), ("24h", .seconds(86_400)), ("7d", .seconds(604_800)), ("2w", .seconds(1_209_600)),
        ("1000000000w", .seconds(604_800_000_000_000)),
    ])
    func `reads a duration`(text: String, span: Duration) {
        #expect(Age.parse(text) == span)
    }

    @Test(arguments: [
        "", "s", "5", "5 s", "-5s", "+5s", "1.5h", "5S", "5y", "5hours", "1h30m", " 5s", "5s ", "٥s", "1000000001s",
        "99999999999999999999s",
    ])
    func `rejects any other text`(text: String) {
        #expect(Age.parse(text) == nil)
    }

    @Test(arguments: [(0.0, 0.0), (0.5, 0.5), (1.5, 1.5), (86_400, 86_400), (-10, 0)])
    func `returns the time since an instant, never negative`(elapsed: Double, seconds: Double) {
        let instant = Date(timeIntervalSince1970: 1_000)
        #expect(Age.since(instant, now: instant + elapsed) == .seconds(clamping: seconds))
    }
}
