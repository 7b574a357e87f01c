import AggSource
import Foundation
import Testing

@Suite struct RecordDateTests {
    @Test(arguments: [
        ("2024-03-05", "2024-03-05"),
        ("2024-03-05T14:00:00", "2024-03-05T14:00:00"),
        ("2024-03-05T14:05", "2024-03-05T14:05:00"),
        ("2024-03-05 14:05:06", "2024-03-05T14:05:06"),
        ("2024-03-05t14:05:06z", "2024-03-05T14:05:06Z"),
        ("2024-03-05T14:05:06.999", "2024-03-05T14:05:06"),
        ("2024-03-05T14:05:06,5Z", "2024-03-05T14:05:06Z"),
        ("2024-03-05T14:05:06.123456789Z", "2024-03-05T14:05:06Z"),
        ("2024-03-05T14:05Z", "2024-03-05T14:05:00Z"),
        ("2024-03-05T14:05:06+00:00", "2024-03-05T14:05:06Z"),
        ("2024-03-05T14:05:06-00:00", "2024-03-05T14:05:06Z"),
        ("2024-03-05T14:05:06+05:30", "2024-03-05T08:35:06Z"),
        ("2024-03-05T14:05:06+0530", "2024-03-05T08:35:06Z"),
        ("2024-03-05T14:05:06-05", "2024-03-05T19:05:06Z"),
        ("2024-03-05T23:05:06-05:00", "2024-03-06T04:05:06Z"),
        ("2024-03-01T00:30:00+01:00", "2024-02-29T23:30:00Z"),
        ("2023-12-31T23:59:60Z", "2023-12-31T23:59:59Z"),
        ("2024-01-01T00:00:00+00:01", "2023-12-31T23:59:00Z"),
        ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"),
        ("1582-10-10T12:00:00Z", "1582-10-10T12:00:00Z"),
        ("1066-10-14T12:00:00+01:00", "1066-10-14T11:00:00Z"),
        ("0000-01-01", "0000-01-01"),
        ("0000-02-29T01:00:00Z", "0000-02-29T01:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ])
    func `reads ISO 8601 into one canonical form`(string: String, text: String) {
        #expect(RecordDate(iso8601: string)?.text == text)
    }

    @Test(arguments: ["2024-03-05T00:00:00.000", "2024-03-05T00:00", "2024-03-05 00:00:00"])
    func `reads midnight without a time zone as a day`(string: String) {
        #expect(RecordDate(iso8601: string)?.text == "2024-03-05")
        #expect(RecordDate(iso8601: string)?.isDay == true)
    }

    @Test func `reads midnight with a time zone as an instant`() {
        #expect(RecordDate(iso8601: "2024-03-05T00:00:00Z")?.text == "2024-03-05T00:00:00Z")
    }

    @Test(arguments: [
        ("2024-12-31T24:00:00", "2025-01-01"), ("2024-02-28T24:00Z", "2024-02-29T00:00:00Z"),
        ("2024-03-05T24:00:00+02:00", "2024-03-05T22:00:00Z"),
    ])
    func `reads 24:00 as the beginning of the next day`(string: String, text: String) {
        #expect(RecordDate(iso8601: string)?.text == text)
    }

    @Test(arguments: ["2024-02-29", "2000-02-29", "2023-02-28", "2024-04-30", "2024-12-31", "2024-01-31"])
    func `accepts the last day of each month`(string: String) {
        #expect(RecordDate(iso8601: string)?.text == string)
    }

    @Test(arguments: [
        "", "2024", "2024-03", "24-03-05", "2024-3-5", "20240305", "2024-13-01", "2024-00-01", "2024-01-00",
        "2023-02-29", "1900-02-29", "2100-02-29", "2024-04-31", "2024-01-32", "2024-03-05T", "2024-03-05T14",
        "2024-03-05T24:00:01", "2024-03-05T24:30", "2024-03-05T14:60", "2024-03-05T14:05:61", "2024-03-05T14:05:06.",
        "2024-03-05T14:05:06.Z",
        "2024-03-05T14:05:06+", "2024-03-05T14:05:06+5", "2024-03-05T14:05:06+24:00", "2024-03-05T14:05:06+05:60",
        "2024-03-05T14:05:06ZZ", "2024-03-05Z", " 2024-03-05", "2024-03-05 ", "2024-03-05T14:05:06 Z", "-2024-03-05",
        "٢٠٢٤-٠٣-٠٥", "March 5, 2024", "2024-03-05X14:05", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00",
    ])
    func `reads nothing else`(string: String) {
        #expect(RecordDate(iso8601: string) == nil)
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00Z"), (1_709_647_506, "2024-03-05T14:05:06Z"), (0.999, "1970-01-01T00:00:00Z"),
        (-0.001, "1969-12-31T23:59:59Z"), (-12_219_292_800, "1582-10-15T00:00:00Z"),
        (-12_219_292_801, "1582-10-14T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
        (-62_135_596_801, "0000-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
    ])
    func `writes an instant`(seconds: Double, text: String) {
        #expect(RecordDate(instant: Date(timeIntervalSince1970: seconds))?.text == text)
    }

    @Test(arguments: [253_402_300_800.0, -62_167_219_201, 9.2e18, -9.2e18, 1e300, .infinity, -.infinity, .nan])
    func `rejects an instant outside four-digit years`(seconds: Double) {
        #expect(RecordDate(instant: Date(timeIntervalSince1970: seconds)) == nil)
    }

    @Test func `reads what it wrote, across four centuries`() {
        for day in stride(from: -80_000, to: 70_000, by: 3) {
            let date = RecordDate(instant: Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296))
            guard let text = date?.text, RecordDate(iso8601: text)?.text == text else {
                Issue.record("day \(day) is not read again")
                return
            }
        }
    }

    @Test func `orders dates by time`() throws {
        let texts = ["1999-12-31", "2024-03-05", "2024-03-05T14:00:00", "2024-03-05T14:00:00Z", "2024-03-06"]
        let dates = texts.compactMap { RecordDate(iso8601: $0) }
        #expect(dates.shuffled().sorted() == dates)
    }

    @Test func `returns the day`() {
        #expect(RecordDate(iso8601: "2024-03-05T14:00:00Z")?.day == "2024-03-05")
        #expect(RecordDate(iso8601: "2024-03-05T14:00:00Z")?.isDay == false)
    }
}
