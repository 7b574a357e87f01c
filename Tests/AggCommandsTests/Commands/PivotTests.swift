import AggSource
import AggStorage
import Testing

@testable import AggCommands
@testable import AggCore

@Suite struct PivotTests {
    private func answer(_ rows: [([Facet.Value], Int)], _ groupings: [FacetColumn.Grouping]) -> FacetAnswer {
        FacetAnswer(
            facet: Facet(rows: rows.map { Facet.Row($0.0, $0.1) }),
            columns: groupings.enumerated().map { FacetColumn("c\($0.offset)", $0.element) }, notes: [], sources: [])
    }

    @Test func `each value of the last column gets its own column`() {
        let counts = PivotedCounts(
            answer(
                [
                    ([.text("High"), .text("Pass")], 2), ([.text("Low"), .text("Fail")], 5),
                    ([.text("High"), .missing], 1), ([.text("High"), .text("Fail")], 3),
                ], [.values, .values]), limit: 50)
        #expect(counts.table.columns == ["c0", "Fail", "Pass", "(none)", "total"])
        #expect(counts.table.rows == [["High", 3, 2, 1, 6], ["Low", 5, 0, 0, 5]])
        #expect(counts.others == 0)
    }

    @Test func `records without any of the values have a cell if there is one`() {
        var facet = answer(
            [([.text("x"), .text("p")], 1), ([.text("x"), .missing], 1), ([.missing, .text("p")], 1)],
            [.values, .values])
        facet.facet.without = 2
        let counts = PivotedCounts(facet, limit: 50)
        #expect(counts.countsAll)
        #expect(counts.table.columns == ["c0", "(none)", "p", "total"])
        #expect(counts.table.rows == [[.null, 2, 1, 3], ["x", 1, 1, 2]])
        facet.facet.rows.removeLast()
        #expect(!PivotedCounts(facet, limit: 50).countsAll)
    }

    @Test func `values equal to other headings stay distinct, and rows beyond the limit are counted`() {
        let counts = PivotedCounts(
            answer(
                [([.text("a"), .text("total")], 2), ([.text("b"), .text("c0")], 1)], [.values, .values]), limit: 1)
        #expect(counts.table.columns == ["c0", "total", "c0 (2)", "total (2)"])
        #expect(counts.table.isTruncated && counts.others == 1)
    }

    @Test func `rare values share a column, and ordered columns stay in order`() {
        let rows = (0..<40).map { ([Facet.Value.text("2024"), .number(Double($0))], $0 < 24 ? 2 : 1) }
        let counts = PivotedCounts(answer(rows, [.dates, .numbers]), limit: 5)
        #expect(counts.table.columns.count == 27)
        #expect(counts.table.columns[1] == "0" && counts.table.columns[24] == "23")
        #expect(counts.table.columns[25] == "(others)")
        #expect(counts.table.rows.first?.suffix(2) == [16, 64])
    }

    @Test(arguments: ["count by country --pivot", "count lon --pivot"])
    func `a pivot needs two columns`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(await bench.error(of: line)?.message.hasPrefix("--pivot needs at least two columns") == true)
    }
}
