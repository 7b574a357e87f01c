import Foundation
import Testing

@testable import AggCore

/// Spans of time as they are typed.
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
    func `a span holds the dates in it`(value: String, dates: [String]) throws {
        #expect(try self.dates(in: value) == dates)
    }

    @Test(arguments: ["soon", "", "..", "*..*", ">", ">soon", "2024-13", "24", "2024..soon", "30", "1.5d"])
    func `what is no date is none`(value: String) {
        #expect(DateSpan(value, now: now) == nil)
    }
}
