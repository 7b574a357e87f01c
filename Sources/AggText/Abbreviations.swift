/// Words of place names that are written in full or abbreviated.
package enum Abbreviations {
    /// The most ways of writing a query that ``variants(of:)`` gives.
    package static let limit = 8

    /// The ways of writing a list of folded words, the one given first.
    ///
    /// Whole words are exchanged, both ways: `st` and `saint`, `ste` and `sainte`, `mt` and `mount`, `ft` and `fort`. Where
    /// more than three words can be exchanged, the first three are.
    package static func variants(of words: [String]) -> [[String]] {
        var variants = [words]
        for (index, word) in words.enumerated() {
            guard let other = counterparts[word], variants.count < limit else { continue }
            variants += variants.map { variant in
                var exchanged = variant
                exchanged[index] = other
                return exchanged
            }
        }
        return variants
    }

    private static let counterparts = [
        "st": "saint", "saint": "st",
        "ste": "sainte", "sainte": "ste",
        "mt": "mount", "mount": "mt",
        "ft": "fort", "fort": "ft",
    ]
}
