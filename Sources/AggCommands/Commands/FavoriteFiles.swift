import AggCore
import AggFiles
import AggSource
import AggStorage

/// Writes the favorites to a file, and takes them back.
struct FavoriteFiles {
    let context: CommandContext
    let isForced: Bool

    /// Writes all favorites; over a file that is there only after asking, or by force.
    func export(to name: String) async throws -> CommandOutput {
        let form = try form(name)
        let favorites = try await context.aggregator.keptFavorites()
        try await WrittenFile(name: name, isForced: isForced).write(form.bytes(of: favorites), context)
        let count = favorites.count == 1 ? "1 favorite" : "\(favorites.count) favorites"
        return CommandOutput(TextAnswer("Wrote \(count) to \(name)."))
    }

    /// Takes favorites in; ends with status 1 where some could not be read or found no room.
    func load(from name: String) async throws -> CommandOutput {
        let form = try form(name)
        let bytes: [UInt8]
        do { bytes = try RegularFile.bytes(HomePath.expanded(name)) } catch {
            throw CommandError(code: "file_not_read", message: "\(name) cannot be read: \(error.reason)")
        }
        let content = form.read(bytes)
        let report = try await context.aggregator.importFavorites(content.favorites)
        let counts = [
            ("added", report.added), ("known", report.known), ("refused", report.refused),
            ("faulty", content.faults.count),
        ]
        let table = DataTable(
            columns: ["result", "favorites"], rows: counts.map { [.string($0.0), .integer(Int64($0.1))] })
        var output = CommandOutput(TableReport(table))
        output.errors = content.faults.map { CommandError(code: "bad_favorite", message: "\(name): \($0)") }
        if report.refused > 0 {
            let limit = context.aggregator.favoritesLimit
            let refused = report.refused == 1 ? "1 favorite was" : "\(report.refused) favorites were"
            output.errors.append(
                CommandError(
                    code: "favorites_full",
                    message: "\(refused) refused: there are \(limit) already, which is the limit (favorites.limit)"))
        }
        if !output.errors.isEmpty { output.status = .failed }
        return output
    }

    private func form(_ name: String) throws -> FavoriteArchive {
        if let form = FavoriteArchive(fileName: name) { return form }
        throw CommandError.usage("a file of favorites ends in .json or .csv, and “\(name)” does not")
    }
}
