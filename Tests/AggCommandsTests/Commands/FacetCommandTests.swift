import AggSource
import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct FacetCommandTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return bench
    }

    private func report(_ line: String) async throws -> TableReport {
        let output = try await bench().run(line)
        guard let report = output.body as? TableReport else { throw NoTable() }
        return report
    }

    private struct NoTable: Error {}

    @Test func `counts the values of a column across all sources that have it`() async throws {
        let report = try await report("facet country")
        #expect(report.table.columns == ["country", "count"])
        #expect(report.table.rows == [["FR", 2], ["BR", 1], ["GB", 1], ["ZA", 1]])
        #expect(report.notes == ["1 of 6 records has no value"])
        #expect(report.bars == 1)
    }

    @Test func `counts what a query finds`() async throws {
        #expect(try await report("facet country lon").table.rows == [["BR", 1], ["GB", 1], ["ZA", 1]])
        #expect(try await report("facet source country:FR").table.rows == [["peaks", 1], ["towns", 1]])
        #expect(try await report("facet country nothinglikeit").table.rows.isEmpty)
        #expect(try await report("facet country source:peaks lon").table.rows.isEmpty)
    }

    @Test func `a time series without a limit has a bar for every period`() async throws {
        let bench = try Bench()
        let records = (0..<90).map { place -> Record in
            let month = "20\(17 + place / 12)-" + (place % 12 < 9 ? "0" : "") + "\(place % 12 + 1)"
            return Record(key: "\(place)", title: "T", date: RecordDate(canonical: month + "-05"))
        }
        try await bench.hold(records, in: "towns")
        let series = try await bench.run("chart date source:towns --step month").body?.values
        #expect(series?.rows.count == 90 && series?.isTruncated == false)
        #expect(try await bench.run("chart date source:towns --step month --limit 40").body?.values?.rows.count == 40)
        let keys = try await bench.run("chart title source:towns").body?.values
        #expect(keys?.rows == [["T", 90]])
    }

    @Test func `explains how to count by two columns`() async throws {
        #expect(
            try await report("facet country by title").queryNotes == [
                "“by” was treated as an ordinary word; to count by both columns, run “count by country,title”"
            ])
    }

    @Test(arguments: [
        ("facet country east", ["towns"]), ("facet source country:FR", ["towns", "peaks"]),
        ("facet country nothinglikeit", ["towns", "peaks"]), ("facet country source:peaks east", ["peaks"]),
    ])
    func `reports the freshness of the sources with matches, or of all if none has one`(
        line: String, sources: [String]
    ) async throws {
        #expect(try await bench().run(line).body?.sources.map(\.id.description) == sources)
    }

    @Test func `counts the favorites of a disabled source`() async throws {
        let bench = try await bench()
        for address in ["towns:1", "towns:4", "peaks:b"] { _ = try await bench.run("favorite \(address)") }
        _ = try await bench.run("source disable towns")
        #expect(try await bench.run("facet country is:favorite").body?.values?.rows == [["FR", 2], ["GB", 1]])
    }

    @Test func `reports how many values were omitted, and how to see them`() async throws {
        let report = try await report("facet country --limit 1")
        #expect(report.table.rows == [["FR", 2]])
        #expect(report.table.isTruncated)
        #expect(report.more == "facet country --limit 2")
        #expect(report.notes.first == "3 other values in 3 records")
    }

    @Test func `reports no number of records for the omitted values of a list`() async throws {
        let bench = try Bench()
        let lists = [["x", "y", "z"], ["x", "y", "w"], []]
        try await bench.hold(
            lists.enumerated().map { number, list in
                let fields = list.isEmpty ? [] : [Record.Field("country", .list(list))]
                return Record(key: "\(number)", title: "Town", fields: fields)
            }, in: "towns")
        let output = try await bench.run("facet country --limit 1")
        let notes = (output.body as? TableReport)?.notes
        #expect(notes == ["3 other values", "1 of 3 records has no value"])
    }

    @Test(arguments: [
        "count by country, source", "count by country,source", "count by country , source", "count BY country ,source",
    ])
    func `counts by several columns, however they are separated`(line: String) async throws {
        let report = try await report(line + " source:towns")
        #expect(report.table.columns == ["country", "source", "count"])
        #expect(report.table.rows.first == ["BR", "towns", 1])
        #expect(report.table.rows.count == 4)
    }

    @Test(arguments: [
        ("facet zzz", "unknown column “zzz”; “schema” lists the columns"),
        ("facet contry", "unknown column “contry”; did you mean “country”?"),
        ("facet", "missing COLUMN"),
        ("count lon --step month", "--step needs a column, as in “count by date”"),
        ("facet country --step hour", "--step takes one of day, week, month, year, not “hour”"),
        ("facet country --step week", "--step works only with a column of dates, not “country”"),
        ("count by country,source --step day", "--step works only with a column of dates, not “country” or “source”"),
        ("chart height by country --step week", "--step works only with a column of dates, not “country” or “height”"),
        ("count by ,", "“by” needs a column, as in “by country”"), ("count by", "“by” needs a column"),
        ("count date:soon", "“date:” takes a date"), ("count source:nowhere", "unknown source “nowhere”"),
        ("facet country source:nowhere", "unknown source “nowhere”"),
    ])
    func `a query that cannot be counted is a usage error`(line: String, message: String) async throws {
        let error = try #require(await bench().error(of: line))
        #expect(error.status == .usage)
        #expect(error.message.hasPrefix(message))
    }

    @Test(arguments: [
        ("facet inspection date", "inspection_date"), ("facet inspection Type x", "inspection_type"),
        ("facet inspection", "inspection_id"), ("count by inspection date", "inspection_date"),
        ("chart students", "total_students"),
    ])
    func `suggests the column that has the unknown name as one of its words, and the next word`(
        line: String, column: String
    ) async throws {
        let message = try #require(await Bench(sources: ["visits"]).error(of: line)?.message)
        #expect(message.contains("; did you mean “\(column)”?"), "\(message)")
    }

    @Test func `numbers stay numbers in JSON and CSV`() async throws {
        let output = try await bench().run("facet height")
        #expect(Answers.text(output, .csv) == "height,count\r\n2101,1\r\n")
        let json = try JSONValue(parsing: Answers.text(output, .json))
        let row: JSONValue = ["height": 2101, "count": 1]
        #expect(json["rows"]?.arrayValue == [row])
    }
}
