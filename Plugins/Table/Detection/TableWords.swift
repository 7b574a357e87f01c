import AggSource

/// Words in the names of columns that only tables of unknown origin need, in addition to ``ColumnWords``.
enum TableWords {
    /// Words for a column that identifies a row.
    static let ids: Set<String> = ["gid", "uid", "rowid", "recid", "recordid", "globalid"]
    /// Words for a column that may identify a row, such as numbers of companies and publications.
    static let references: Set<String> = [
        "ein", "npi", "cusip", "lei", "doi", "vin", "ident", "locode", "docket", "ticker",
    ]
    /// Words for an id of something else than the row.
    static let others: Set<String> = [
        "parent", "host", "user", "owner", "agency", "start", "end", "from", "to", "origin", "dest", "destination",
        "previous", "next", "related", "vendor", "customer", "account",
    ]

    /// The ends of words such as “casenumber”.
    private static let ends = ["number", "nummer", "code", "nbr"]

    /// The beginnings of other words with these ends.
    private static let beginnings = ["zip", "post"]

    /// Whether a name has a word for codes or numbers of things.
    static func isReference(_ name: String) -> Bool {
        ColumnWords.has(name, ColumnWords.references) || ColumnWords.has(name, references)
            || ColumnWords.words(of: name).contains { word in
                ends.contains(where: word.hasSuffix) && !beginnings.contains(where: word.hasPrefix)
            }
    }
}
