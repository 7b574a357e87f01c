import GRDB

/// Turns a store into one that an earlier version would have left.
enum OlderStore {
    /// Version 1 is the first schema of either file, version 2 the second.
    static func make(_ version: Int, of agg: Agg) throws {
        let mirror = StoreFile("mirror.sqlite", of: agg)
        try mirror.run(
            """
            DROP INDEX record_place; DELETE FROM grdb_migrations WHERE identifier LIKE 'mirror 3%';
            DROP TABLE refresh; DROP TABLE change; DELETE FROM grdb_migrations WHERE identifier LIKE 'mirror 4%';
            DELETE FROM grdb_migrations WHERE identifier LIKE 'mirror 5%'
            """)
        let user = StoreFile("user.sqlite", of: agg)
        try user.run(
            """
            ALTER TABLE favorite DROP COLUMN tags; ALTER TABLE favorite DROP COLUMN note;
            DELETE FROM grdb_migrations WHERE identifier LIKE 'user 3%'
            """)
        if version == 1 {
            try mirror.run(
                """
                DROP TABLE record_text;
                CREATE VIRTUAL TABLE record_text USING fts5 (
                    text, content = '', columnsize = 0, prefix = '1 2 3', tokenize = "ascii tokenchars '+#~='"
                );
                INSERT INTO record_text (rowid, text)
                SELECT id, folded || coalesce(' ' || alternate, '') || words FROM record;
                DELETE FROM grdb_migrations WHERE identifier LIKE 'mirror 2%'
                """)
            try user.run("DROP TABLE saved_search; DELETE FROM grdb_migrations WHERE identifier LIKE 'user 2%'")
        }
        try mirror.settle()
        try user.settle()
    }
}

extension StoreFile {
    /// Runs SQL as another program would.
    func run(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }
}
