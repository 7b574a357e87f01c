import AggSource
import Testing

@testable import AggStorage

/// How values are counted, distinguished, and grouped into bins.
struct FacetTallyTests {
    private let source = SourceID("towns")

    private func count(
        _ grouping: FacetColumn.Grouping, _ values: [FieldValue?], limit: Int = 50, step: FacetRequest.DateStep? = nil
    ) -> Facet {
        var tally = FacetTally(FacetRequest([FacetColumn("x", grouping)], of: [], limit: limit, step: step))
        for value in values { tally.add([value], count: 1) }
        return tally.result()
    }

    private func lines(_ facet: Facet) -> [String] {
        facet.rows.map { row in row.values.map(\.text).joined(separator: ",") + "=\(row.count)" }
    }

    @Test func `counts nothing without values`() {
        #expect(count(.values, []) == Facet())
        #expect(count(.numbers, [nil, nil]) == Facet(without: 2, records: 2))
    }

    @Test func `puts the most frequent first, and sorts equal counts alphabetically`() {
        let facet = count(.values, [.text("b"), .text("a"), .text("b"), .text("c"), .text("a"), nil])
        #expect(lines(facet) == ["a=2", "b=2", "c=1"])
        #expect(facet.without == 1 && facet.records == 6)
    }

    @Test func `counts values beyond the limit as others`() {
        let facet = count(.values, ["a", "a", "a", "b", "b", "c", "d"].map { .text($0) }, limit: 2)
        #expect(lines(facet) == ["a=3", "b=2"])
        #expect(facet.others == 2 && facet.otherCount == 2)
    }

    @Test func `counts a limited number of combinations of one record's lists, and the rest as others`() {
        var tally = FacetTally(FacetRequest([FacetColumn("a"), FacetColumn("b")], of: [], limit: 20_000))
        let list = FieldValue.list((0..<3_000).map { String($0) })
        tally.add([list, list], count: 1)
        let facet = tally.result()
        #expect(facet.rows.count == 10_000)
        #expect(facet.others == 8_990_000 && facet.otherCount == 8_990_000 && facet.records == 1)
    }

    @Test func `counts each distinct list item once per record`() {
        #expect(lines(count(.values, [.list(["a", "b", "a"]), .list(["a"]), .list([])])) == ["a=2", "b=1"])
        #expect(count(.values, [.list([])]).without == 1)
    }

    @Test(arguments: [
        (FacetRequest.DateStep.day, ["2024-12-29=1", "2024-12-30=2", "2025=1", "2025-01-05=1"]),
        (.week, ["2024-W52=1", "2025=1", "2025-W01=3"]), (.month, ["2024-12=3", "2025=1", "2025-01=1"]),
        (.year, ["2024=3", "2025=2"]),
    ])
    func `groups dates by the requested step`(step: FacetRequest.DateStep, expected: [String]) {
        let dates = ["2024-12-29", "2024-12-30T10:00:00Z", "2024-12-30", "2025-01-05", "2025"].map {
            FieldValue.date(RecordDate(canonical: $0))
        }
        #expect(lines(count(.dates, dates, step: step)) == expected)
    }

    @Test(arguments: [
        ("2024-02-28", "2024-02-29"), ("2023-02-28", "2023-03-01"), ("2024-12-31", "2025-01-01"),
        ("2020-W53", "2021-W01"), ("2024-W52", "2025-W01"), ("2024-W09", "2024-W10"), ("2024-12", "2025-01"),
        ("2024-01", "2024-02"), ("1999", "2000"), ("2024-13-01", nil), ("x", nil), ("2024-Wxx", nil),
    ])
    func `the next interval follows the calendar`(text: String, next: String?) {
        #expect(DateBins.following(text) == next)
    }

    @Test func `counts a few numbers individually, sorted by size`() {
        #expect(
            lines(count(.numbers, [.integer(10), .decimal(2.5), .integer(10), .integer(-1)])) == [
                "-1=1", "2.5=1", "10=2",
            ])
        #expect(lines(count(.numbers, [.integer(7)])) == ["7=1"])
    }

    @Test func `groups many numbers into bins with a round width`() {
        #expect(lines(count(.numbers, (0..<100).map { .integer($0) })).first == "0..10=10")
        #expect(lines(count(.numbers, (0..<100).map { .integer($0) })).count == 10)
        #expect(
            lines(count(.numbers, (0..<40).map { .decimal(Double($0) / 100) })).prefix(3) == [
                "0..0.05=5", "0.05..0.1=5", "0.1..0.15=5",
            ])
        #expect(lines(count(.numbers, (-20..<0).map { .integer($0) })).first == "-20..-18=2")
    }

    @Test func `counts NaN, infinity, and text among numbers separately`() {
        let values: [FieldValue?] = [.decimal(.nan), .decimal(.infinity), .text("s"), .integer(3)]
        #expect(lines(count(.numbers, values)) == ["3=1", "inf=1", "nan=1", "s=1"])
    }

    @Test func `handles extremely wide and extremely narrow ranges`() {
        func total(_ numbers: [Double]) -> Int {
            count(.numbers, numbers.map { .decimal($0) }).rows.reduce(0) { $0 + $1.count }
        }
        let wide = (0..<20).map { number -> Double in
            let step = Double(number) * 1e306
            return number % 2 == 0 ? step - 1.7e308 : 1.7e308 - step
        }
        #expect(total(wide) == 20)
        #expect(total((0..<20).map { number -> Double in 1 + Double(number) * Double.ulpOfOne }) == 20)
    }

    @Test func `groups dates by month, or by year on request or if there are many months`() {
        func date(_ text: String) -> FieldValue? { RecordDate(iso8601: text).map(FieldValue.date) }
        let few = [date("2024-03-05"), date("2024-03-31T10:00:00Z"), date("2023-12-01")]
        #expect(lines(count(.dates, few)) == ["2023-12=1", "2024-03=2"])
        #expect(lines(count(.dates, few, step: .year)) == ["2023=1", "2024=2"])
        let many = (2000..<2040).map { date("\($0)-05-01") }
        #expect(lines(count(.dates, many)).first == "2000=1")
        #expect(lines(count(.dates, many, step: .month)).first == "2000-05=1")
    }

    @Test func `counts several columns together, including missing values`() {
        var tally = FacetTally(FacetRequest([FacetColumn("a"), FacetColumn("b")], of: [], limit: 9))
        for pair in [("x", "1"), ("x", "2"), ("x", "1")] { tally.add([.text(pair.0), .text(pair.1)], count: 1) }
        tally.add([.text("y"), nil], count: 3)
        tally.add([nil, nil], count: 1)
        #expect(lines(tally.result()) == ["y,=3", "x,1=2", "x,2=1"])
        #expect(tally.result().without == 1)
    }

    @Test func `keeps the most frequent of many distinct texts and counts the others`() {
        var tally = FacetTally(FacetRequest([FacetColumn("x")], of: [], limit: 3))
        for number in 0..<50_000 { tally.addAll("v\(number)", count: number % 1_000 == 999 ? number : 1) }
        let facet = tally.result()
        #expect(lines(facet) == ["v49999=49999", "v48999=48999", "v47999=47999"])
        #expect(facet.others == 49_997)
        #expect(facet.rows.reduce(facet.otherCount) { $0 + $1.count } == facet.records)
    }

    @Test(arguments: [(10.0, 10.0), (1.1, 2), (3, 5), (0.07, 0.1), (6e8, 1e9), (1e-9, 1e-9)])
    func `rounds a width up to 1, 2, or 5`(width: Double, expected: Double) throws {
        let round = try #require(FacetBins.roundWidth(width))
        #expect(abs(round - expected) < expected * 1e-9)
    }

    @Test(arguments: [0, -1, Double.nan, .infinity])
    func `rejects a width that is not positive and finite`(width: Double) {
        #expect(FacetBins.roundWidth(width) == nil)
    }
}
