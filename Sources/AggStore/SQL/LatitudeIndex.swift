import GRDB

/// The index on latitudes, which is built for the first statement that compares latitudes.
///
/// Building it takes a tenth of the time of a first load, and most stores never run such a statement. Once built, the
/// index is kept.
struct LatitudeIndex {
    let mirror: StoreFile

    /// Builds the index if a statement would use it and it is missing.
    ///
    /// - Returns: False if the statement has to run without it, because the mirror cannot be written.
    func prepare(for statement: String) async -> Bool {
        guard Self.isUsed(by: statement) else { return true }
        let exists = try? await mirror.read(.short) { db in try UnorderedIndex.latitude.exists(in: db) }
        guard exists == false else { return true }
        do {
            try await mirror.write { db in
                // Another process may have built it in the meantime.
                if try UnorderedIndex.latitude.exists(in: db) { return }
                try UnorderedIndex.create([.latitude], in: db)
            }
            return true
        } catch {
            return false
        }
    }

    /// Whether a statement mentions latitudes and compares something; reading them takes no index.
    private static func isUsed(by statement: String) -> Bool {
        let text = statement.lowercased()
        return text.contains("latitude") && ["<", ">", "=", "between"].contains { text.contains($0) }
    }
}
