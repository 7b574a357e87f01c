import GRDB

/// The index on latitudes, which is built for the first statement that compares latitudes.
///
/// Building it takes a tenth of the time of a first load, and most stores never run such a statement. Once built, the index is
/// kept up to date until the next load that replaces most of the mirror.
struct LatitudeIndex {
    let mirror: StoreFile

    /// Builds the index if a statement would use it and it is missing.
    ///
    /// If the mirror cannot be written, the statement runs without the index.
    func build(for statement: String) async {
        guard Self.isUsed(by: statement), (try? await mirror.read(.short, Self.isMissing)) == true else { return }
        try? await mirror.write { db in
            // Another process may have built it in the meantime.
            if try Self.isMissing(db) { try UnorderedIndex.create([.latitude], in: db) }
        }
    }

    /// Whether a statement mentions latitudes and compares something; reading them takes no index.
    static func isUsed(by statement: String) -> Bool {
        let text = statement.lowercased()
        return text.contains("latitude") && ["<", ">", "=", "between"].contains { text.contains($0) }
    }

    private static func isMissing(_ db: Database) throws -> Bool {
        try db.integer("SELECT 1 FROM sqlite_schema WHERE name = '\(UnorderedIndex.latitude.rawValue)'") == nil
    }
}
