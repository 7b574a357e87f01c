import AggCore
import AggSource
import AggStorage

/// Describes why a record is news, in a few words.
enum NewsText {
    /// `new`, or the changed values, and a mark if it is unread: `● results: Pass → Fail`.
    static func of(_ news: RecordsAnswer.News) -> String {
        (news.isUnread ? "● " : "") + (news.search.map { "\($0): " } ?? "")
            + (news.kind == .added ? "new" : changes(news.fields))
    }

    /// The changed values, each with its old and new text; only the name if these are long.
    private static func changes(_ fields: [FieldChange]) -> String {
        let texts = fields.withoutRepeats.map { change in
            let values = [change.from, change.to].map { $0?.text ?? "—" }
            let isShort = values.allSatisfy { DisplayWidth.of($0) <= longest }
            return isShort ? "\(change.name): \(values[0]) → \(values[1])" : "\(change.name) changed"
        }
        return texts.isEmpty ? "changed" : texts.joined(separator: ", ")
    }

    /// The width of the longest value to show.
    private static let longest = 24
}
