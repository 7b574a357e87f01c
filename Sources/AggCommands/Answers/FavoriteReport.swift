package import AggCore
import AggSource

/// The result of adding or removing favorites.
package struct FavoriteReport: Answer {
    /// A sentence per record.
    package var messages: [String]
    /// The records that were found.
    package var changed: [RecordsAnswer.Row]
    /// The current number of favorites.
    package var count: Int
    /// The maximum number of favorites.
    package var limit: Int

    package var canBeShownAgain: Bool { false }
    package var records: [RecordsAnswer.Row]? { changed }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let records = changed.map(RecordDocument(output).json)
        return AnswerDocument(
            records,
            members: [
                "message": .string(messages.joined(separator: " ")), "favorites": .integer(Int64(count)),
                "limit": .integer(Int64(limit)), "records": .array(records),
            ])
    }

    package func cells(_ output: CommandOutput) -> AnswerTable? { AnswerTable(changed, of: output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        AnswerText(messages.flatMap { presentation.lines(of: VisibleText.of($0)) })
    }
}
