import AggSource
import Testing

@testable import TableSource

/// Totals at the end of a table, and comments in it.
struct LastRowTests {
    private static let rows = (1...20).map { "\(1_000 + $0),2024-02-\($0 < 10 ? "0" : "")\($0),Customer \($0),9.50\n" }

    @Test(arguments: [",Total,,19900.00\n", ",,Total,19900.00\n", ",,,19900.00\n", ",,,19900.00\n,,,5.00\n"])
    func `a total without a first cell says nothing about types and keys`(last: String) async throws {
        let text = "invoice,day,customer,amount\n" + Self.rows.joined() + last
        let found = try await finding(in: text)
        #expect(found.settings.values["key"] == "invoice" && found.settings.values["date"] == "day")
        #expect(
            found.settings.values["columns"] == "invoice:integer, day:date, customer, amount:decimal")
        #expect(found.assumptions.contains { $0.contains("skipped") && $0.contains("key") }, "\(found.assumptions)")
        #expect(try await fetched(text).records.count == 20)
    }

    @Test(arguments: [",Total,,19900.00\n", ",,,19900.00\n"])
    func `a row without a first cell before others is a row`(row: String) async throws {
        var rows = Self.rows
        rows.insert(row, at: 10)
        let found = try await finding(in: "invoice,day,customer,amount\n" + rows.joined())
        #expect(found.settings.values["key"] != "invoice")
        #expect(found.settings.values["columns"]?.contains("amount:decimal") == true)
        #expect(found.survey.rows == 21)
    }

    @Test func `a total before other rows is not reported as the last row`() async throws {
        var rows = Self.rows
        rows.insert("Total,,,19900.00\n", at: 10)
        let found = try await finding(in: "invoice,day,customer,amount\n" + rows.joined())
        #expect(!found.assumptions.contains { $0.contains("footnote") }, "\(found.assumptions)")
    }

    @Test func `a comment among rows of two cells is skipped`() async throws {
        let (records, summary) = try await fetched("sku,n\nA,1\n# midway\nB,2\n")
        #expect(records.map(\.key) == ["A", "B"])
        #expect(summary.skipped.text == "1 skipped (line 3 is a comment)")
    }
}
