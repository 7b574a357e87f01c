import AggCommands
import AggSource
import Foundation
import Testing

@Suite struct TimeTextTests {
    @Test(arguments: [
        (Duration.zero, "0.00 ms"), (.microseconds(4), "0.00 ms"), (.microseconds(412), "0.41 ms"),
        (.microseconds(9_990), "9.99 ms"), (.microseconds(9_999), "10 ms"), (.milliseconds(12), "12 ms"),
        (.microseconds(999_400), "999 ms"), (.microseconds(999_600), "1.0 s"), (.milliseconds(1_240), "1.2 s"),
        (.milliseconds(9_940), "9.9 s"), (.milliseconds(9_960), "10 s"), (.microseconds(43_628_570), "44 s"),
        (.seconds(119), "119 s"), (.seconds(200), "3 min 20 s"), (.seconds(7_261), "121 min 1 s"),
        (.seconds(-3), "0.00 ms"), (.seconds(Int64.max), "153722867280912930 min 7 s"),
    ])
    func `formats how long something took`(span: Duration, text: String) {
        #expect(TimeText.elapsed(span) == text)
    }

    @Test(arguments: [
        ("2024-03-05", "2024-03-05"), ("2024-03-05T14:00:59", "2024-03-05 14:00"),
        ("2024-03-05T14:00:00Z", "2024-03-05 14:00"),
    ])
    func `formats the date of a record to the minute`(date: String, text: String) throws {
        #expect(TimeText.date(try #require(RecordDate(iso8601: date))) == text)
    }

    @Test func `formats an instant in the user's time zone`() throws {
        let instant = Date(timeIntervalSince1970: 1_795_168_800)  // 2026-11-20T10:00:00Z
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        #expect(TimeText.instant(instant, in: .gmt) == "2026-11-20 10:00")
        #expect(TimeText.instant(instant, in: newYork) == "2026-11-20 05:00")
        #expect(TimeText.instant(.distantFuture.addingTimeInterval(1e12), in: .gmt) == "—")
        #expect(TimeText.recent(instant, age: .seconds(3_600), in: newYork) == "05:00")
        #expect(TimeText.recent(instant, age: .seconds(90_000), in: newYork) == "2026-11-20 05:00")
    }
}
