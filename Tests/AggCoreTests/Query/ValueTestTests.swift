import AggSearch
import AggSource
import AggText
import Testing

/// Conditions on the value of a column.
struct ValueTestTests {
    private let record = AggCoreTests.record(
        "Hall",
        fields: [
            "country": .text("Côte d’Ivoire"), "topics": .list(["Web Server", "swift"]), "stars": .integer(42),
            "score": .decimal(0.5), "open": .boolean(true), "c": .text("C++"),
        ])

    @Test(arguments: [
        ("country", "cote divoire"), ("country", "CÔTE D'IVOIRE"), ("topics", "swift"), ("topics", "web-server"),
        ("stars", "42"), ("score", "0.5"), ("open", "true"), ("open", "TRUE"), ("c", "c++"),
    ])
    func `matches a folded value`(column: String, value: String) {
        #expect(ValueTest.equals(Folding.fold(value)).isMet(by: record[column]))
    }

    @Test(arguments: [
        ("country", "cote"), ("country", "ivoire"), ("topics", "web"), ("topics", "web server, swift"), ("stars", "4"),
        ("stars", "42.0"), ("open", "yes"), ("c", "c"), ("missing", "42"), ("Country", "cote divoire"),
    ])
    func `matches only the whole value`(column: String, value: String) {
        #expect(!ValueTest.equals(Folding.fold(value)).isMet(by: record[column]))
    }

    @Test func `compares values without letters or digits as they are`() {
        let stars = ValueTest.equals(ValueTest.name(of: "★★★★★"))
        #expect(stars.isMet(by: .text("★★★★★")) && stars.isMet(by: .list(["–", "★★★★★"])))
        for other in ["★☆☆☆☆", "–", ""] { #expect(!stars.isMet(by: .text(other))) }
    }

    @Test(arguments: [
        ("11201", 11_201), ("02134", 2_134), ("-5", -5), ("3.50", 3.5), ("0", 0), ("", nil), ("-", nil),
        ("suppressed", nil),
        ("9-12", nil), ("1e5", nil), ("1.", nil), (".5", nil), ("+1", nil), (" 1", nil), ("0x10", nil), ("1,000", nil),
        ("inf", nil),
        ("nan", nil), ("٣", nil), ("1.2.3", nil),
    ])
    func `compares text that is a number as a number`(text: String, number: Double?) {
        #expect(FieldValue.text(text).number == number)
        let any = ValueTest.number(NumberRange(lower: nil, upper: nil))
        #expect(any.isMet(by: .text(text)) == (number != nil))
    }

    @Test func `treats a number that is too large as text`() {
        #expect(FieldValue.text(String(repeating: "9", count: 400)).number == nil)
    }

    @Test func `sorts numbers written as text first in both directions, then other text, then missing values`() {
        let values: [FieldValue?] = [
            .text("suppressed"), .text("99"), nil, .integer(735), .text("100"), .decimal(99.5), .text("absent"),
        ]
        let records = values.enumerated().map { index, value in
            Record(key: "\(index)", title: "A", fields: value.map { [Record.Field("score", $0)] } ?? [])
        }
        func sorted(isDescending: Bool) -> [String?] {
            let order = RecordOrder.column("score", isDescending: isDescending)
            return records.sorted(by: order.precedes).map { $0["score"]?.text }
        }
        #expect(sorted(isDescending: false) == ["99", "99.5", "100", "735", "absent", "suppressed", nil])
        #expect(sorted(isDescending: true) == ["735", "100", "99.5", "99", "suppressed", "absent", nil])
    }

    @Test func `matches a day`() throws {
        let date = try #require(RecordDate(iso8601: "2024-03-05"))
        let record = AggCoreTests.record("Hall", fields: ["date": .date(date)])
        #expect(ValueTest.equals(Folding.fold("2024-03-05")).isMet(by: record["date"]))
        #expect(!ValueTest.equals(Folding.fold("2024-03")).isMet(by: record["date"]))
    }
}
