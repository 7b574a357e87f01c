import AggSource
import AggStorage
import Testing

struct FieldChangeTests {
    private let record = Record(
        key: "1", title: "Joe's", subtitle: "1 Main St", date: RecordDate(iso8601: "2024-03-05"),
        coordinate: Coordinate(latitude: 1, longitude: 2), url: "https://example.org", prominence: 3,
        fields: [.init("results", .text("Pass")), .init("score", .integer(7))], keywords: ["grill"])

    private func changes(_ edit: (inout Record) -> Void) -> [FieldChange] {
        var changed = record
        edit(&changed)
        return FieldChange.between(record, changed)
    }

    @Test func `a record does not differ from itself`() {
        #expect(changes { _ in } == [])
    }

    @Test func `every part of a record has a name`() {
        let all = changes { record in
            record.title = "Jo's"
            record.subtitle = nil
            record.date = RecordDate(iso8601: "2025-01-01")
            record.coordinate = Coordinate(latitude: 1, longitude: 3)
            record.url = nil
            record.prominence = 0
            record.keywords = []
        }
        #expect(
            all == [
                FieldChange("title", from: .text("Joe's"), to: .text("Jo's")),
                FieldChange("subtitle", from: .text("1 Main St"), to: nil),
                FieldChange(
                    "date", from: .date(RecordDate(canonical: "2024-03-05")),
                    to: .date(RecordDate(canonical: "2025-01-01"))),
                FieldChange("longitude", from: .decimal(2), to: .decimal(3)),
                FieldChange("url", from: .text("https://example.org"), to: nil),
                FieldChange("prominence", from: .integer(3), to: .integer(0)),
                FieldChange("keywords", from: .list(["grill"]), to: nil),
            ])
    }

    @Test func `distinguishes changed, added, and removed columns`() {
        let all = changes { $0.fields = [.init("results", .text("Fail")), .init("risk", .text("high"))] }
        #expect(
            all == [
                FieldChange("results", from: .text("Pass"), to: .text("Fail")),
                FieldChange("risk", from: nil, to: .text("high")),
                FieldChange("score", from: .integer(7), to: nil),
            ])
    }

    @Test func `a different type that looks the same is a change`() {
        #expect(
            changes { $0.fields[1].value = .text("7") } == [FieldChange("score", from: .integer(7), to: .text("7"))])
    }

    @Test func `a different order of the columns is not a change`() {
        #expect(changes { $0.fields.reverse() } == [])
    }

    @Test func `compares the values of a repeated name in order`() {
        let all = changes { $0.fields.append(.init("score", .integer(9))) }
        #expect(all == [FieldChange("score", from: nil, to: .integer(9))])
    }

    @Test func `lists a title change that a column repeats only once`() {
        let changes = [
            FieldChange("title", from: .text("A"), to: .text("B")),
            FieldChange("score", from: .integer(1), to: .integer(2)),
            FieldChange("name", from: .text("A"), to: .text("B")),
        ]
        #expect(changes.withoutRepeats.map(\.name) == ["score", "name"])
    }

    @Test(arguments: [0, 1_000, 1_001, 5_000])
    func `shortens text of more than a thousand characters`(count: Int) {
        let text = String(repeating: "ü", count: count)
        let shortened = FieldChangesJSON.shortened(text)
        #expect(shortened.count == min(count, 1_001))
        #expect(shortened.hasSuffix("…") == (count > 1_000))
    }

    @Test func `turns a long list into shortened text`() {
        let list = FieldValue.list(Array(repeating: "topic", count: 500))
        let shortened = FieldChangesJSON.shortened([FieldChange("topics", from: nil, to: list)])
        #expect(shortened.first?.to?.text.count == 1_001)
    }

    @Test(arguments: ["", "{}", "[1]", "[{\"from\": 1}]", "[{\"name\": \"a\", \"from\": null}]"])
    func `reports text in any other form as damaged`(text: String) {
        #expect(throws: DamagedRecord.self) { try FieldChangesJSON.changes(text) }
    }
}
