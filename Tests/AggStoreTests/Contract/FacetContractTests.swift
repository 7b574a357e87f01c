import AggSource
import AggStorage
import AggTesting
import Testing

/// Counts of values, for every record store.
struct FacetContractTests {
    private func facet(
        _ kind: StoreKind, _ columns: [FacetColumn], limit: Int = 50, of sources: [SourceID] = [.cities, .news]
    ) async throws -> Facet {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: Self.records)
        try await tested.store.fill(
            .news,
            with: [
                Record(
                    key: "1", title: "One", subtitle: "Land", date: RecordDate(iso8601: "2024-03-05"),
                    fields: [.init("n", .text("7")), .init("name", .text("a"))]),
                Record(key: "2", title: "Two"),
            ])
        return try await tested.store.facet(FacetRequest(columns, of: sources, limit: limit))
    }

    private static let records = (0..<30).map(record)

    private static func record(_ number: Int) -> Record {
        let name = ["a", "b", "it's \"c\"\u{0}"][number % 3]
        let tags = number < 2 ? ["x", "y"] : number < 4 ? ["x"] : []
        let share = number == 1 ? Double.infinity : Double(number) / 4
        let fields: [Record.Field] = [
            .init("name", .text(name)), .init("n", .integer(Int64(number))), .init("x", .decimal(share)),
            .init("yes", .boolean(number < 3)), .init("tags", .list(tags)),
            .init("day", .date(RecordDate(canonical: "2020-0\(number % 9 + 1)-01"))),
        ]
        let date = number % 5 == 0 ? "2024-03-0\(number % 3 + 1)" : "2023-01-01T10:00:00Z"
        return Record(
            key: "\(number)", title: "Title \(number % 3)", subtitle: number % 2 == 0 ? "Land" : nil,
            date: RecordDate(iso8601: date),
            coordinate: number == 0 ? nil : Coordinate(latitude: Double(number), longitude: -1), fields: fields)
    }

    private func lines(_ facet: Facet) -> [String] {
        facet.rows.map { row in row.values.map(\.text).joined(separator: ",") + "=\(row.count)" }
    }

    @Test(arguments: StoreKind.allCases)
    func `counts texts, booleans, and lists by value`(kind: StoreKind) async throws {
        #expect(lines(try await facet(kind, [FacetColumn("name")])) == ["a=11", "b=10", "it's \"c\"\u{0}=10"])
        #expect(lines(try await facet(kind, [FacetColumn("yes")])) == ["false=27", "true=3"])
        let tags = try await facet(kind, [FacetColumn("tags")], of: [.cities])
        #expect(lines(tags) == ["x=4", "y=2"])
        #expect(tags.without == 26 && tags.records == 30)
    }

    @Test(arguments: StoreKind.allCases)
    func `equal texts are one value with one spelling, however they are encoded`(kind: StoreKind) async throws {
        let spellings = ["e\u{301}a", "\u{E9}a", "e\u{301}a"]
        for order in [spellings, spellings.reversed()] {
            let tested = try await kind.makeRecordStore()
            try await tested.store.fill(
                with: order.enumerated().map { number, text in
                    Record(
                        key: "\(number)", title: text, subtitle: text,
                        fields: [.init("name", .text(text)), .init("tags", .list([text]))])
                })
            for column in [FacetColumn("name"), FacetColumn("tags"), FacetColumn(.title), FacetColumn(.subtitle)] {
                let facet = try await tested.store.facet(FacetRequest([column], of: [.cities], limit: 9))
                #expect(facet.rows.map { Array($0.values[0].text.unicodeScalars) } == [["\u{E9}", "a"]])
                #expect(facet.rows.map(\.count) == [3])
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `groups numbers and dates`(kind: StoreKind) async throws {
        #expect(
            lines(try await facet(kind, [FacetColumn("n", .numbers)], of: [.cities])).prefix(2) == [
                "0..5=5", "5..10=5",
            ])
        #expect(lines(try await facet(kind, [FacetColumn("x", .numbers)], of: [.cities])).last == "inf=1")
        #expect(lines(try await facet(kind, [FacetColumn("day", .dates)], of: [.cities])).first == "2020-01=4")
    }

    @Test(arguments: StoreKind.allCases)
    func `counts a text and a number that look the same as one value`(kind: StoreKind) async throws {
        let facet = try await facet(kind, [FacetColumn("n")])
        #expect(lines(facet).first == "7=2")
        #expect(facet.rows.count == 30)
    }

    @Test(arguments: StoreKind.allCases, FacetColumn.Common.allCases)
    func `counts the columns that every record has`(kind: StoreKind, column: FacetColumn.Common) async throws {
        let facet = try await facet(kind, [FacetColumn(column)])
        let expected: [FacetColumn.Common: [String]] = [
            .source: ["cities=30", "news=2"], .title: ["Title 0=10", "Title 1=10", "Title 2=10", "One=1", "Two=1"],
            .subtitle: ["Land=16"], .date: ["2023-01=24", "2024-03=7"], .latitude: ["0..5=4"], .longitude: ["-1=29"],
        ]
        let prefix = expected[column] ?? []
        #expect(Array(lines(facet).prefix(prefix.count)) == prefix)
        #expect(facet.records == 32)
        #expect(facet.rows.reduce(facet.without) { $0 + $1.count } == 32)
    }

    @Test(arguments: StoreKind.allCases)
    func `counts several columns together, up to a limit`(kind: StoreKind) async throws {
        let columns = [FacetColumn("name"), FacetColumn(.subtitle)]
        let facet = try await facet(kind, columns, limit: 3, of: [.cities])
        #expect(lines(facet) == ["a,Land=5", "a,=5", "b,Land=5"])
        #expect(facet.others == 3 && facet.otherCount == 15)
    }

    @Test(arguments: StoreKind.allCases)
    func `unknown columns and sources count nothing`(kind: StoreKind) async throws {
        #expect(try await facet(kind, [FacetColumn("none\"x")]) == Facet(without: 32, records: 32))
        #expect(try await facet(kind, [FacetColumn("name")], of: []) == Facet())
        #expect(try await facet(kind, [FacetColumn("name")], of: [.named("unknown")]) == Facet())
    }
}
