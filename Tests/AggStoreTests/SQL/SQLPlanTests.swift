import Foundation
import Testing

import AggSource
import AggStorage
import AggStore

/// Which SQL comparisons use an index, as listed in Docs/SQL.md.
struct SQLPlanTests {
    private let folder = TemporaryFolder()
    private let stores: Stores

    init() throws {
        stores = try Stores.open(folder: folder.path)
    }

    private static let columns = [Column("country", .text, "The country.")]

    private static let views = SQLViews.stubs(of: ["cities", "news"], columns: columns)

    private func town(_ number: Int, prominence: Int = 0) -> Record {
        Record(
            key: "\(number)", title: "Town \(number)", date: RecordDate(canonical: "20\(10 + number % 20)-01-01"),
            coordinate: Coordinate(latitude: Double(number % 180) - 90, longitude: 10), prominence: prominence,
            fields: [.init("country", .text("C\(number % 7)"))])
    }

    private func fill(_ count: Int = 40) async throws {
        try await stores.mirror.fill(with: (0..<count).map { town($0, prominence: $0 % 3) })
        try await stores.mirror.fill(.news, with: (0..<20).map { town($0) })
    }

    private func rows(_ sql: String) async throws -> [[JSONValue]] {
        try await stores.sql.query(SQLQuery(sql, views: Self.views, limit: 50)).table.rows
    }

    private func plan(_ sql: String) async throws -> String {
        try await rows("EXPLAIN QUERY PLAN \(sql)").compactMap { $0.last?.stringValue }.joined(separator: "\n")
    }

    private static let all = "USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"

    @Test(arguments: [
        ("SELECT title FROM cities WHERE key = '7'", "record_key (source=? AND key=?)"),
        ("SELECT title FROM cities WHERE key IN ('7', '8')", "record_key (source=? AND key=?)"),
        (
            "SELECT title FROM cities WHERE latitude BETWEEN 1 AND 2",
            "record_latitude (source=? AND latitude>? AND latitude<?)"
        ),
        ("SELECT title FROM cities WHERE date = '2024-01-01'", "record_date (class=? AND date=?)"),
        (
            "SELECT title FROM cities WHERE date BETWEEN '2024' AND '2025'",
            "record_date (class=? AND date>? AND date<?)"
        ),
        ("SELECT title FROM news WHERE date > '2024'", "record_date (class=? AND date>?)"),
        ("SELECT title FROM records WHERE source = 'news' AND key = '7'", "record_key (source=? AND key=?)"),
        ("SELECT title FROM records WHERE key = '7'", "record_key (source=? AND key=?)"),
        (
            "SELECT title FROM records WHERE latitude BETWEEN 1 AND 2",
            "record_latitude (source=? AND latitude>? AND latitude<?)"
        ),
        (
            "SELECT c.title FROM news n JOIN cities c ON c.latitude BETWEEN n.latitude - 1 AND n.latitude + 1",
            "record_latitude (source=? AND latitude>? AND latitude<?)"
        ),
        (
            "SELECT c.title FROM news n JOIN records c ON c.latitude > n.latitude - 1 AND c.latitude < n.latitude + 1",
            "record_latitude (source=? AND latitude>? AND latitude<?)"
        ),
        ("SELECT c.title FROM favorites f JOIN cities c ON c.key = f.key", "record_key (source=? AND key=?)"),
        ("SELECT c.title FROM news n JOIN cities c ON c.title = n.title", "AUTOMATIC PARTIAL COVERING INDEX (title=?)"),
        ("SELECT c.title FROM news n JOIN records c USING (title)", "COVERING INDEX (title=?)"),
        (
            "WITH c AS MATERIALIZED (SELECT country FROM cities) SELECT 1 FROM news n JOIN c USING (country)",
            "AUTOMATIC COVERING INDEX (country=?)"
        ),
    ])
    func `a comparison documented as fast uses an index`(sql: String, index: String) async throws {
        try await fill()
        let plan = try await plan(sql)
        #expect(plan.contains(index), "\(plan)")
    }

    @Test(arguments: [
        "SELECT title FROM cities", "SELECT count(*) FROM cities",
        "SELECT country, count(*) FROM cities GROUP BY country",
        "SELECT title FROM cities WHERE country = 'C1'", "SELECT count(*) FROM records",
        "SELECT title FROM records WHERE source = 'news'", "SELECT source, count(*) FROM records GROUP BY source",
    ])
    func `reads all rows of a source in stored order`(sql: String) async throws {
        try await fill()
        let plan = try await plan(sql)
        #expect(plan.contains(Self.all) && !plan.contains("record_"), "\(plan)")
    }

    @Test func `indexes find the right rows, even after a load that rebuilds them`() async throws {
        try await fill(10_500)
        #expect(try await rows("SELECT title FROM cities WHERE key = '7'") == [["Town 7"]])
        #expect(try await rows("SELECT count(*) FROM cities") == [[10_500]])
        #expect(try await rows("SELECT count(*) FROM cities WHERE latitude BETWEEN 0.5 AND 1.5") == [[58]])
        #expect(try await rows("SELECT count(*) FROM cities WHERE latitude + 0 BETWEEN 0.5 AND 1.5") == [[58]])
        #expect(try await rows("SELECT count(*) FROM cities WHERE date = '2015-01-01'") == [[525]])
        #expect(
            try await rows("SELECT source, count(*) FROM records WHERE key < '1' GROUP BY 1") == [
                ["cities", 1], ["news", 1],
            ])
        #expect(try await plan("SELECT count(*) FROM cities").contains(Self.all))
        #expect(try await plan("SELECT title FROM cities WHERE latitude BETWEEN 1 AND 2").contains("record_latitude"))
        let band =
            "SELECT count(*) FROM news n JOIN cities c ON c.latitude BETWEEN n.latitude - 0.5 AND n.latitude + 0.5"
        #expect(try await rows(band) == [[.integer(20 * 59)]])
    }
}
