import GRDB

/// What a refresh changes in the rows of a source.
///
/// The sets are temporary tables: `planned` has the staged rows that differ from the stored ones (`id` is the stored row,
/// or NULL), `unstaged` has the stored rows whose keys are not staged, and `gone` is for the rows to remove.
struct MergePlan {
    /// The number of staged keys.
    private(set) var offered = 0
    /// The number of staged keys that are not stored.
    private(set) var added = 0
    /// The number of stored rows whose content differs.
    private(set) var changed = 0

    /// Compares the staged keys with the stored ones in one pass over both.
    init(of keys: StagedKeys, in source: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA temp.cache_size = -16000;
                CREATE TEMP TABLE planned (place INTEGER NOT NULL, id INTEGER, rank INTEGER NOT NULL);
                CREATE TEMP TABLE unstaged (id INTEGER NOT NULL);
                CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY);
                """)
        let plan = try PreparedStatement(db, "INSERT INTO planned VALUES (?1, ?2, ?3)")
        let note = try PreparedStatement(db, "INSERT INTO unstaged VALUES (?1)")
        let stored = try PreparedStatement(
            db, "SELECT key, digest, id FROM record INDEXED BY record_key WHERE source = ?1 ORDER BY key")
        stored.bind(1, source)
        var hasStored = try stored.step()
        let noteUnstaged = {
            note.bind(1, stored.integer(2))
            try note.run()
            hasStored = try stored.step()
        }
        try keys.forEach { staged in
            offered += 1
            while hasStored, stored.text(at: 0).precedes(staged.key) == true { try noteUnstaged() }
            let isStored = hasStored && stored.text(at: 0).precedes(staged.key) == nil
            if !isStored || stored.integer(1) != staged.digest {
                plan.bind(1, staged.place)
                plan.bind(2, isStored ? .integer(stored.integer(2)) : .null)
                plan.bind(3, staged.rank)
                try plan.run()
                if isStored { changed += 1 } else { added += 1 }
            }
            if isStored { hasStored = try stored.step() }
        }
        while hasStored { try noteUnstaged() }
        // Indexing all ids at once is faster than one by one, in the order of the keys.
        try db.execute(sql: "CREATE INDEX temp.unstaged_id ON unstaged (id)")
    }
}
