package import AggCore
import AggSource

/// What became of a wish to add or remove favorites.
package struct FavoriteReport: Answer {
    /// A sentence for each record.
    package var messages: [String]
    /// The records that are known.
    package var changed: [RecordsAnswer.Row]
    /// How many favorites there are now.
    package var count: Int
    /// How many there may be.
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
        AnswerText(messages.map(VisibleText.of))
    }
}
