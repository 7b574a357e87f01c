import AggSearch
import AggSource
import GRDB

/// A search of one source within a circle with few rows: only those rows are examined.
struct PlaceSearch {
    let db: Database
    let text: SearchText
    let source: SearchedSource
    let circle: Circle
    let limit: Int

    /// The maximum number of rows in a circle to examine; if there are more, starting from the words is cheaper.
    static let greatestCount = 500

    /// The best rows that meet a condition with the circle; nil if the circle contains too many rows.
    func matches(
        where asked: RecordCondition, in order: RecordOrder?, favorites: Set<String>
    ) throws -> SourceMatches? {
        guard try isSmall() else { return nil }
        let whole = WholeRow(matcher: TierMatcher(text), favorites: favorites)
        var condition = ConditionSQL(asked)
        let rows = PlaceBoxes.rows(in: condition.boxes(of: circle), ofSource: "?1")
        var matches: [SearchMatch] = []
        try db.forEachRow(
            """
            SELECT \(WholeRow.columns) FROM \(rows) WHERE 1\(condition.sql)
            """, [.integer(source.number)], condition
        ) { row in
            if let match = try whole.match(row) { matches.append(match) }
            return true
        }
        let ordered =
            if let order { matches.sorted { order.precedes($0.record, $1.record) } } else {
                matches.map { ($0, MatchOrder($0, for: text)) }.sorted { $0.1 < $1.1 }.map(\.0)
            }
        return SourceMatches(
            matches: Array(ordered.prefix(limit)), isTruncated: ordered.count > limit, total: ordered.count)
    }

    /// Whether there are few rows in the circle, according to the index of locations only.
    private func isSmall() throws -> Bool {
        var condition = ConditionSQL(.near(circle))
        let rows = PlaceBoxes.rows(in: condition.boxes(of: circle), ofSource: "?1")
        var count: Int64 = 0
        try db.forEachRow(
            """
            SELECT count(*) FROM (SELECT 1 FROM \(rows) WHERE 1\(condition.sql) LIMIT ?2)
            """, [.integer(source.number), SQLValue(Self.greatestCount + 1)], condition
        ) { row in
            count = row.integer(0)
            return false
        }
        return count <= Self.greatestCount
    }
}

/// A circle as boxes for the index of locations: each is a band of latitudes between two longitudes.
///
/// Bands are a tenth of a degree high, so that finding the rows in a town doesn't read everything at its latitude.
enum PlaceBoxes {
    /// The band of a row, as in the index.
    static let band = "CAST(latitude * 10 AS INTEGER)"

    /// The rows of a source in boxes, for the end of a `FROM` clause; both are parameters, with the boxes as `json`
    /// creates them.
    static func rows(in boxes: String, ofSource source: String) -> String {
        """
        (SELECT value ->> 0 AS band, value ->> 1 AS west, value ->> 2 AS east FROM json_each(\(boxes))) AS box
        CROSS JOIN record INDEXED BY record_place
            ON source = \(source) AND latitude IS NOT NULL AND \(band) = box.band
                AND longitude BETWEEN box.west AND box.east
        """
    }

    /// The boxes of a circle: `[[419, -87.7, -87.5], …]`.
    static func json(of circle: Circle) -> String {
        let latitudes = circle.latitudes
        let bands = Int(clamping: latitudes.lowerBound * 10)...Int(clamping: latitudes.upperBound * 10)
        return JSONValue.array(
            bands.flatMap { band in
                circle.longitudes.map {
                    .array([.integer(Int64(band)), .decimal($0.lowerBound), .decimal($0.upperBound)])
                }
            }
        ).text
    }
}
