/// The statements that bring the tables of an earlier version up to date.
extension SchemaText {
    /// The tables of people's own data; each row belongs to one person.
    static let ownTables = ["favorite", "setting", "saved_search"] + ownTablesOfSecond
    private static let ownTablesOfSecond = [
        "favorite_history", "read_source", "read_record", "watch", "watched", "alert", "own_lease",
    ]

    /// Returns the statements that upgrade the tables of a version.
    func upgrades(from version: Int) -> [String] {
        let steps = (version < 2 ? second : []) + (version < 3 ? third : [])
        return steps.isEmpty
            ? []
            : steps + [
                "UPDATE \(schema).version SET version = \(StoreVersion.current), readable_from = \(StoreVersion.readableFrom)"
            ]
    }

    /// Version 2: the number of changes of each source, the histories of favorites, read marks, and watched searches.
    ///
    /// Keys may be too long for an index, so their beginnings are indexed; a lock per person keeps them unique.
    var second: [String] {
        let owner = "owner name NOT NULL DEFAULT current_user"
        func text(_ name: String) -> String { "\(name) text COLLATE \"C\" NOT NULL" }
        return [
            "ALTER TABLE \(schema).source ADD COLUMN change_count bigint NOT NULL DEFAULT 0",
            "CREATE TABLE \(schema).favorite_history (\(owner), \(text("source")), \(text("key")), history text NOT NULL)",
            "CREATE INDEX ON \(schema).favorite_history (owner, source, left(key, 200))",
            """
            CREATE TABLE \(schema).read_source (
                \(owner), \(text("source")), at float8 NOT NULL, changes bigint NOT NULL, PRIMARY KEY (owner, source))
            """,
            """
            CREATE TABLE \(schema).read_record (
                \(owner), \(text("source")), \(text("key")), at float8 NOT NULL, is_read boolean NOT NULL)
            """,
            "CREATE INDEX ON \(schema).read_record (owner, source, left(key, 200))",
            """
            CREATE TABLE \(schema).watch (
                \(owner), \(text("name")), command text, webhook text, since float8 NOT NULL, PRIMARY KEY (owner, name))
            """,
            """
            CREATE TABLE \(schema).watched (
                \(owner), \(text("watch")), \(text("source")), at float8 NOT NULL, PRIMARY KEY (owner, watch, source))
            """,
            """
            CREATE TABLE \(schema).alert (
                \(owner), number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, \(text("watch")), \(text("source")),
                \(text("key")), title text NOT NULL, kind text NOT NULL, at float8 NOT NULL, attempts int NOT NULL DEFAULT 0,
                is_reported boolean NOT NULL DEFAULT false)
            """,
            "CREATE INDEX ON \(schema).alert (owner, watch, source, left(key, 200))",
            """
            CREATE TABLE \(schema).own_lease (
                \(owner), \(text("task")), holder text NOT NULL, since timestamptz NOT NULL, beat timestamptz NOT NULL,
                token text NOT NULL, PRIMARY KEY (owner, task))
            """,
        ] + Self.ownTablesOfSecond.flatMap(guards)
    }

    /// Version 3: nobody else may call the functions, even if there are no roles.
    var third: [String] { [revokeFunctions] }

    /// Returns the statements that restrict a table to the rows of the current user.
    func guards(_ table: String) -> [String] {
        [
            "ALTER TABLE \(schema).\(table) ENABLE ROW LEVEL SECURITY",
            "ALTER TABLE \(schema).\(table) FORCE ROW LEVEL SECURITY",
            "CREATE POLICY own ON \(schema).\(table) USING (owner = current_user) WITH CHECK (owner = current_user)",
        ]
    }

    /// The statement that lets readers keep their own data.
    var grantOwn: String {
        let tables = Self.ownTables.map { "\(schema).\($0)" }.joined(separator: ", ")
        return "GRANT SELECT, INSERT, UPDATE, DELETE ON \(tables) TO agg_reader"
    }
}
