import GRDB

/// An index of rows whose order differs from that of new rows, which arrive in answer order.
///
/// If most of its entries are new, sorting all of them after the rows have been written is faster than adding each.
enum UnorderedIndex: String, CaseIterable {
    case key = "record_key"
    case alternate = "record_alternate"
    case date = "record_date"
    /// A circle consists of bands of latitude, with a range of longitudes in each.
    case place = "record_place"
    /// For SQL: statements compare latitudes, not bands. Few stores ever run such a statement, so the first one creates
    /// the index; see ``LatitudeIndex``.
    case latitude = "record_latitude"

    /// The indexes with entries for more than a twentieth of the staged rows; finding the few entries of the others again
    /// would take longer than adding each.
    static func most(of staged: StagedFile) -> [UnorderedIndex] {
        allCases.filter { $0.entries(of: staged) * 20 > staged.count }
    }

    private func entries(of staged: StagedFile) -> Int {
        switch self {
        case .key: staged.count
        case .alternate: staged.optional.alternates
        case .date: staged.optional.dates
        case .place, .latitude: staged.optional.coordinates
        }
    }

    /// The statement that creates the index.
    var creation: String {
        switch self {
        case .key: "CREATE INDEX record_key ON record (source, key, digest);"
        case .alternate:
            "CREATE INDEX record_alternate ON record (class, alternate, folded) WHERE alternate IS NOT NULL;"
        case .date: "CREATE INDEX record_date ON record (class, date DESC, folded, key) WHERE date IS NOT NULL;"
        case .place:
            """
            CREATE INDEX record_place ON record (source, \(PlaceBoxes.band), longitude, latitude)
            WHERE latitude IS NOT NULL;
            """
        case .latitude: "CREATE INDEX record_latitude ON record (source, latitude) WHERE latitude IS NOT NULL;"
        }
    }

    /// Whether the index exists.
    func exists(in db: Database) throws -> Bool {
        try db.integer("SELECT 1 FROM sqlite_schema WHERE name = ?1", [.text(rawValue)]) != nil
    }

    /// Drops indexes.
    static func drop(_ indexes: [UnorderedIndex], in db: Database) throws {
        try db.execute(sql: indexes.map { "DROP INDEX \($0.rawValue);" }.joined())
    }

    /// Creates indexes, and the statistics that were dropped with them.
    ///
    /// SQLite sorts an index in runs as large as its cache. Runs of 2 MB fit into the processor's own caches, and are
    /// sorted on two more threads, while the next run is being read.
    static func create(_ indexes: [UnorderedIndex], in db: Database) throws {
        try db.execute(sql: "PRAGMA cache_size = -2000; PRAGMA threads = 2")
        defer { try? db.execute(sql: MirrorSchema.usualCache + "PRAGMA threads = 0") }
        try db.execute(sql: indexes.map(\.creation).joined() + MirrorStatistics.set)
    }
}
