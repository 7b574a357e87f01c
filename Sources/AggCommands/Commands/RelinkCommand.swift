import AggCore
import AggSearch
import AggSource
import AggStorage

/// `relink`: moves a favorite to the new address of its record.
struct RelinkCommand: Command {
    let declaration = CommandDeclaration(
        name: "relink", summary: "Move favorites to the new addresses of their records.",
        details: """
            If a source changes the key of a record, a favorite with the old key no longer points to the record. After \
            a refresh, agg looks for records with the same title and the same place or link as the favorite; if it \
            finds exactly one, it offers to move the favorite there. Without arguments, “relink” moves every favorite \
            whose record is found under exactly one new key. “relink FAVORITE ADDRESS” moves a favorite to any other \
            record of the same source; if that record is already a favorite, the two favorites are merged. Tags and \
            notes are kept.
            """,
        arguments: [
            .init(name: "FAVORITE", value: .favorite, isOptional: true),
            .init(name: "ADDRESS|N", value: .record, isOptional: true),
        ],
        examples: [
            .init(line: "relink", effect: "move all favorites whose records were found under a new key"),
            .init(line: "relink feed:old feed:new", effect: "move one favorite to another record"),
        ])

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        guard let word = arguments.words.first else {
            let moved = try await context.aggregator.movedFavorites()
            var lines: [String] = []
            for favorite in moved { lines.append(try await relink(favorite, context)) }
            return confirmation(lines.isEmpty ? ["No favorites to move."] : lines)
        }
        let old = try context.address(word, for: declaration)
        let kept = try await context.aggregator.keptFavorites()
        guard let favorite = kept.first(where: { $0.address == old }) else {
            throw CommandError(code: "no_favorite", message: "\(old) is not a favorite", source: old.source)
        }
        guard try await context.aggregator.ownFavorites().contains(where: { $0.address == old }) else {
            throw CommandError(
                code: "not_own",
                message: "\(favorite.record.title) (\(old)) is a favorite that someone else shares; "
                    + "only they can move it",
                source: old.source)
        }
        guard arguments.words.count > 1 else {
            guard let moved = try await context.aggregator.movedFavorites(among: [old]).first else {
                throw CommandError(
                    code: "not_moved",
                    message: "no new address found for \(old): expected exactly one other record of "
                        + "\(old.source) with the same title and the same place or link",
                    source: old.source)
            }
            return confirmation([try await relink(moved, context)])
        }
        let new = try context.address(arguments.words[1], for: declaration)
        guard new != old else { throw CommandError.usage("the favorite is already at \(old)", help: declaration) }
        guard new.source == old.source else {
            throw CommandError.usage("a favorite can move only within its source, \(old.source)", help: declaration)
        }
        let record = try await context.record(at: new).row.record
        return confirmation([try await relink(.init(favorite: favorite, record: record, reason: ""), context)])
    }

    /// Moves a favorite, and returns the sentence that confirms it.
    private func relink(_ moved: MovedFavorite, _ context: CommandContext) async throws -> String {
        let isMerged = try await context.aggregator.relink(moved.favorite, to: moved.record)
        return FavoriteRelinking.confirmation(moved, isMerged: isMerged)
    }

    private func confirmation(_ lines: [String]) -> CommandOutput {
        var output = CommandOutput(TextAnswer(lines.joined(separator: "\n")))
        output.isConfirmation = true
        return output
    }
}
