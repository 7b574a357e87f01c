import AggSearch
import AggSource
import AggStorage

/// The first rows of a large source, which the indexes have in order.
extension PartRead {
    /// Returns the first rows in an order if they are few of many; nil if all rows have to be sorted.
    ///
    /// The indexes start with the rank, so the first rows of each rank are read, and only these are sorted.
    func firstOfRanks(_ order: ListOrder, limit: Int) throws -> [Record]? {
        guard asked == .always, text.isBlank, limit > 0, limit <= part.row.state.records / 100 else { return nil }
        switch order {
        case .bestKnown: return try records(bestKnown(limit))
        case .newest: return try dated("r.date DESC", then: "r.rank, \(Self.title)", limit)
        case .asked(.date(let isDescending)):
            return try dated(isDescending ? "r.date DESC" : "r.date", then: Self.title, limit)
        case .asked(.title(let isDescending)):
            let direction = isDescending ? "DESC" : "ASC"
            let order = "r.place \(direction), coalesce(r.folded, r.place) \(direction), r.key"
            return try records(ofEachRank("", order, thenBy: order, limit))
        case .asked: return nil
        }
    }

    private func records(_ statement: String) throws -> [Record] {
        var known = KnownFields()
        return try part.session.rows(statement, [.integers(part.row.usedRanks)], isPrepared: false).map {
            try StoredRow.record($0, &known)
        }
    }

    /// Returns the rows with a date in the order of dates, followed by those without one if there are too few.
    private func dated(_ date: String, then rest: String, _ limit: Int) throws -> [Record] {
        let dated = try records(
            ofEachRank(" AND r.date IS NOT NULL", "\(date), \(Self.title)", thenBy: "\(date), \(rest)", limit))
        guard dated.count < limit else { return dated }
        let undated = ofEachRank(" AND r.date IS NULL", Self.title, thenBy: rest, limit - dated.count)
        return try dated + records(undated)
    }

    private static let ranks = "unnest($1::smallint[]) k(rank)"

    /// Returns the statement for the first rows of all ranks together, given the order within a rank and that of all.
    private func ofEachRank(_ condition: String, _ order: String, thenBy all: String, _ limit: Int) -> String {
        """
        SELECT \(StoredRow.columns) FROM \(Self.ranks), LATERAL (
            SELECT * FROM \(part.table) r WHERE r.rank = k.rank\(condition) ORDER BY \(order) LIMIT \(limit)) r
        ORDER BY \(all) LIMIT \(limit)
        """
    }

    /// Returns the statement for the rows of the best ranks, which ends with the rank in which enough have been found.
    private func bestKnown(_ limit: Int) -> String {
        """
        SELECT \(StoredRow.columns) FROM (
            SELECT r.* FROM \(Self.ranks), LATERAL (
                (SELECT * FROM \(part.table) r WHERE r.rank = k.rank AND r.date IS NOT NULL
                    ORDER BY r.date DESC, \(Self.title) LIMIT \(limit))
                UNION ALL (SELECT * FROM \(part.table) r WHERE r.rank = k.rank AND r.date IS NULL
                    ORDER BY \(Self.title) LIMIT \(limit))) r
            LIMIT \(limit)) r
        ORDER BY r.rank, r.date DESC NULLS LAST, \(Self.title)
        """
    }
}
