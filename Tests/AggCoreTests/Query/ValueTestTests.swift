import AggCore
import Testing

/// What the value of a column has to be.
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
    func `meets a value, folded`(column: String, value: String) {
        #expect(ValueTest.equals(Folding.fold(value)).isMet(by: record[column]))
    }

    @Test(arguments: [
        ("country", "cote"), ("country", "ivoire"), ("topics", "web"), ("topics", "web server, swift"), ("stars", "4"),
        ("stars", "42.0"), ("open", "yes"), ("c", "c"), ("missing", "42"), ("Country", "cote divoire"),
    ])
    func `meets nothing less`(column: String, value: String) {
        #expect(!ValueTest.equals(Folding.fold(value)).isMet(by: record[column]))
    }

    @Test func `meets a day`() throws {
        let date = try #require(RecordDate(iso8601: "2024-03-05"))
        let record = AggCoreTests.record("Hall", fields: ["date": .date(date)])
        #expect(ValueTest.equals(Folding.fold("2024-03-05")).isMet(by: record["date"]))
        #expect(!ValueTest.equals(Folding.fold("2024-03")).isMet(by: record["date"]))
    }
}
