/// What SQLite takes the indexes of the rows to be worth, for statements that name none: those of `sql`.
///
/// Without figures it believes that a source has ten rows, and reads all of them through an index of keys, from all over
/// the file, rather than from one end to the other. The figures are those of a large store and never change, so that the
/// plans do not either (https://www.sqlite.org/fileformat2.html#stat1tab): the rows of the table, then of them those with
/// one value in the first column of the index, in the first two, and so on.
enum MirrorStatistics {
    private static let figures: KeyValuePairs = [
        "record_key": "10000000 1000000 1 1",
        "record_place": "10000000 1000000 1000 2 1",
        "record_latitude": "10000000 1000000 10",
        "record_date": "10000000 50000 20 2 1",
        "record_plain": "10000000 200000 2 1 1",
        "record_marked": "10000000 200000 2 1 1 1",
        "record_alternate": "10000000 200000 1 1",
    ]

    /// Puts the figures in; dropping an index takes its own away.
    static let set =
        "DELETE FROM sqlite_stat1 WHERE tbl = 'record';"
        + figures.map { "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('record', '\($0)', '\($1)');" }.joined()

    /// Makes the table of figures, which only ANALYZE can do, and puts them in.
    static let make = "PRAGMA analysis_limit = 1; ANALYZE record;" + set + "ANALYZE sqlite_schema;"
}
