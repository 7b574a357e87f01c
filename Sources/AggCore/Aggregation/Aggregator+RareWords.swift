import AggSearch
import AggSource
import AggStorage
import AggText

/// Whether a word is rare: few records have it in any text.
private enum RareWord {
    /// The maximum number of records, of all sources, that have a rare word.
    static let most = 200
    /// The maximum number of rare words of a record.
    static let mostOfRecord = 3

    /// The maximum number of records of a source with a number of records that have a rare word: one in fifty, but a
    /// few records of even the smallest source.
    static func most(of records: Int) -> Int { min(most, max(4, records / 50)) }

    /// The words of the title and subtitle of a record that may be rare: of those with a letter, the first ones in
    /// alphabetical order.
    static func candidates(_ record: Record) -> [String] {
        let text = Folding.fold(record.title) + " " + Folding.fold(record.subtitle ?? "")
        let words = text.split(separator: " ").filter { $0.count > 2 && $0.contains(where: \.isLetter) }
        return Array(Set(words.map { String($0) }).subtracting(CommonWords.all).sorted().prefix(12))
    }
}

extension Aggregator {
    /// The rare words of a record's title and subtitle, the rarest first, each with the records that have exactly this
    /// word in any text, including the record itself.
    ///
    /// Records of a source in which the word is not rare are left out; so are all if that is the record's own source.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    nonisolated func rareWords(
        of row: RecordsAnswer.Row, usesCache: Bool
    ) async throws(StoreError) -> [(word: String, rows: [RecordsAnswer.Row])] {
        let words = RareWord.candidates(row.record)
        let marks = [""] + SearchableText.Place.allCases.map(\.mark)
        let counts = try await store.counts(of: words.flatMap { word in marks.map { $0 + word } })
        let rare = words.map { word -> (word: String, count: Int) in
            (word, marks.map { counts[$0 + word, default: 0] }.reduce(0, +))
        }.filter { (2...RareWord.most).contains($0.count) }.sorted { ($0.count, $0.word) < ($1.count, $1.word) }
        var found: [(word: String, rows: [RecordsAnswer.Row])] = []
        for (word, _) in rare where found.count < RareWord.mostOfRecord {
            let answer = try await search(
                SearchQuery([.phrase(word)]).narrowed(to: .words([word])), limit: RareWord.most, usesCache: usesCache)
            let sizes = Dictionary(
                answer.sources.map { ($0.status.id, $0.status.records) }, uniquingKeysWith: { first, _ in first })
            let groups = Dictionary(grouping: answer.rows, by: \.address.source)
            func isRare(in source: SourceID) -> Bool {
                groups[source, default: []].count <= RareWord.most(of: sizes[source, default: 0])
            }
            guard isRare(in: row.address.source) else { continue }
            let alike = answer.rows.filter { isRare(in: $0.address.source) }
            if alike.count > 1 { found.append((word, alike)) }
        }
        return found
    }
}
