import AggSource

/// The hint for an error message about a column that does not exist.
enum ColumnHint {
    /// The shortest part of a name that two names must share, in letters.
    private static let shortest = 3
    /// The maximum number of names to suggest.
    private static let most = 3

    /// The hint `; did you mean “tree_no”?`: the name that is most like the column's, or else the names that share a word with
    /// it; nothing if there are none.
    static func text(for column: String, among names: [String]) -> String {
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
