extension SourceID {
    /// Shorter than an id may be, since people type it.
    private static let longestProposal = 40

    /// An id made of the words of a title or a file name, such as `lodz-dzis` from “Łódź dziś”: as many words as fit
    /// into 40 characters.
    ///
    /// Other scripts are transliterated. It is nil if the name has neither a letter nor a digit.
    public static func proposal(for name: String) -> String? {
        let words = ColumnNames.latin(name).lowercased().replacing("'", with: "").split { !$0.isASCIIAlphanumeric }
        guard let first = words.first else { return nil }
        var id = String(first.prefix(longestProposal))
        for word in words.dropFirst() {
            guard id.utf8.count + 1 + word.utf8.count <= longestProposal else { break }
            id += "-\(word)"
        }
        return id
    }
}
