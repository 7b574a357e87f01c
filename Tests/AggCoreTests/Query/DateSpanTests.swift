import Foundation
import Testing

@testable import AggSearch
@testable import AggSource

/// Periods of time as they are typed.
struct DateSpanTests {
    /// 2026-11-21 12:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_795_262_400)

    private func dates(in value: String) throws -> [String] {
        let span = try #require(DateSpan(value, now: now))
        return [
            "2023-12-31", "2024-01-01", "2024-01-31T23:59:59Z", "2024-06-30T10:00:00", "2024-07-01", "2026-10-21",
            "2026-10-22", "2026-11-20", "2026-11-21T11:30:00Z",
        ].filter { span.contains(RecordDate(canonical: $0)) }
    }

    @Test(arguments: [
        ("2023", ["2023-12-31"]), ("2024-01", ["2024-01-01", "2024-01-31T23:59:59Z"]), ("2024-01-01", ["2024-01-01"]),
        ("2024-01..2024-06", ["2024-01-01", "2024-01-31T23:59:59Z", "2024-06-30T10:00:00"]),
        ("..2023", ["2023-12-31"]), ("*..2023", ["2023-12-31"]), ("<2024", ["2023-12-31"]),
        ("<=2024-01-01", ["2023-12-31", "2024-01-01"]), ("today", ["2026-11-21T11:30:00Z"]),
        ("yesterday", ["2026-11-20"]),
        (">30d", ["2026-11-20", "2026-11-21T11:30:00Z"]),
        (">=30d", ["2026-10-22", "2026-11-20", "2026-11-21T11:30:00Z"]),
        (">1h", ["2026-11-21T11:30:00Z"]),
        (">2024-06", ["2024-07-01", "2026-10-21", "2026-10-22", "2026-11-20", "2026-11-21T11:30:00Z"]),
    ])
    func `a period contains the dates in it`(value: String, dates: [String]) throws {
        #expect(try self.dates(in: value) == dates)
    }

    @Test(arguments: ["soon", "", "..", "*..*", ">", ">soon", "2024-13", "24", "2024..soon", "30", "1.5d"])
    func `rejects anything else`(value: String) {
        #expect(DateSpan(value, now: now) == nil)
    }

    @Test(arguments: ["today", "20s", "lon (date:Yesterday)", "opened:>30d", "-date:2024..1w", "date:\"1h\""])
    func `finds a time that counts back from now in a query`(text: String) {
        #expect(DateSpan.countsBack(in: text))
    }

    @Test(arguments: ["", "2024-01-15", "lon date:2023..2024-06", "stars:>1000", "d 5", "near:41.88,-87.63,1km", "x1d"])
    func `finds none in a query that means the same at any time`(text: String) {
        #expect(!DateSpan.countsBack(in: text))
    }
}

struct InstantTests {
    /// 2024-03-15T12:00:00Z.
    private let now = Date(timeIntervalSince1970: 1_710_504_000)

    @Test(
        arguments: [
            ("2024", 1_704_067_200), ("2024-02", 1_706_745_600), ("2024-03-10", 1_710_028_800),
            ("2024-03-10T14:00:00Z", 1_710_079_200), ("2024-03-10T14:00:00+02:00", 1_710_072_000),
            ("2024-03-10T14:00", 1_710_079_200), ("today", 1_710_460_800), ("Yesterday", 1_710_374_400),
            ("3d", 1_710_201_600), ("1w", 1_709_856_000), ("5h", 1_710_486_000), ("90min", 1_710_498_600),
        ] as [(String, Double)])
    func `reads a date or an age as an instant`(text: String, seconds: Double) {
        #expect(DateSpan.instant(text, now: now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["", "soon", ">3d", "2024..2025", "2024-13", "2024-02-30", "3", "-3d", "3 d"])
    func `rejects anything else`(text: String) {
        #expect(DateSpan.instant(text, now: now) == nil)
    }
}
