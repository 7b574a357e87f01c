/// Messages about columns that do not exist, with similar names.
package enum ColumnHint {
    /// The shortest part of a name that two names must share, in letters.
    private static let shortest = 3
    /// The maximum number of names to suggest.
    private static let most = 3
    /// The maximum number of names to list if none is similar.
    private static let mostListed = 50

    /// The words before the columns of a table whose header has changed.
    package static let now = "columns are now"

    /// Whether a note lists the columns of a table, and so does the reason of a later failure.
    package static func isOutdated(_ note: String, by reason: String) -> Bool {
        note.contains(now) && reason.contains(now)
    }

    /// The hint `; did you mean “tree_no”?`: the name that is most like the column's, or else the names that share a word with
    /// it; nothing if there are none.
    package static func text(for column: String, among names: [String]) -> String {
        let near = Nearest.hint(to: column, among: names)
        guard near.isEmpty else { return near }
        let words = words(of: column)
        let shared = names.map { (name: $0, count: Self.words(of: $0).intersection(words).count) }.filter {
            $0.count > 0
        }
        let best = shared.map(\.count).max()
        let similar = shared.filter { $0.count == best }.prefix(most).map { "“\($0.name)”" }
        return similar.isEmpty ? "" : "; did you mean \(similar.joined(separator: " or "))?"
    }

    /// Why a column that does not exist cannot have a role, with similar names, or else all of them.
    package static func refusal(of column: String, as role: String, among names: [String]) -> String {
        let near = text(for: column, among: names)
        let hint = near.isEmpty ? "; the columns are \(names.prefix(mostListed).joined(separator: ", "))" : near
        return "“\(column)” is not a column, so it cannot be the \(role)\(hint)"
    }

    /// A note that a table does not have a configured column, with similar names.
    package static func note(
        on column: String, as role: String, missingFrom table: String, with names: [String]
    ) -> String {
        "\(table) has no column “\(column)” (\(role))\(text(for: column, among: names))"
    }

    /// The words of a name such as `tree_number` or `treeNumber`, in lowercase.
    private static func words(of name: String) -> Set<String> {
        var words: [String] = [""]
        var wasLowercase = false
        for letter in name {
            if !letter.isLetter, !letter.isNumber {
                words.append("")
            } else if letter.isUppercase, wasLowercase {
                words.append(letter.lowercased())
            } else {
                words[words.count - 1] += letter.lowercased()
            }
            wasLowercase = letter.isLowercase
        }
        return Set(words.filter { $0.count >= shortest })
    }
}
