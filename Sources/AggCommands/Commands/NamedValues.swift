import AggCore
import AggSearch
import AggSource
import AggText

/// Values of a column that records name in another way, such as the country GB, whose cities have “United Kingdom” and
/// “UK” in their subtitles and keywords.
struct NamedValues {
    let context: CommandContext
    let column: String

    /// The maximum number of sources to search, and of values to suggest.
    private static let mostSources = 20
    private static let mostSuggested = 3
    /// The maximum number of records to read and to compare, and the minimum number of those with the name.
    private static let mostRead = 200
    private static let mostCompared = 20
    private static let leastCompared = 2

    /// The values with this name, one for each source.
    ///
    /// - Throws: `StoreError`, `.cancelled` if the task is canceled.
    func values(named text: String, in sources: [SourceID]) async throws -> [String] {
        let words = Folding.fold(text).split(separator: " ").map(String.init)
        if words.isEmpty { return [] }
        var found: [String] = []
        for source in sources.prefix(Self.mostSources) {
            if let value = try await value(named: words, in: source), !found.contains(value) { found.append(value) }
        }
        return Array(found.prefix(Self.mostSuggested))
    }

    /// The value that nearly all records with the name have; nil unless nearly all records with the value also have the
    /// name, since a street may have only one value by chance.
    private func value(named words: [String], in source: SourceID) async throws -> String? {
        let name = words.joined(separator: " ")
        let matches = try await records(
            SearchQuery([.phrase(name)]).narrowed(to: .words(words)), in: source, limit: Self.mostRead)
        let named = matches.filter { Self.isNamed($0, words) && !Self.isTitled($0, words) }.prefix(Self.mostCompared)
        let values = named.compactMap { record -> String? in
            guard case .text(let text)? = record[column] else { return nil }
            return text
        }
        let counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
        guard named.count >= Self.leastCompared, let most = counts.max(by: { $0.value < $1.value }),
            Self.areNearlyAll(most.value, of: named.count)
        else { return nil }
        let test = ValueTest.equals(ValueTest.name(of: most.key))
        let having = try await records(
            SearchQuery().narrowed(to: .field(column, test)), in: source, limit: Self.mostCompared)
        return Self.areNearlyAll(having.count { Self.isNamed($0, words) }, of: having.count) ? most.key : nil
    }

    private func records(_ query: SearchQuery, in source: SourceID, limit: Int) async throws -> [Record] {
        var query = query
        query.sources = [source]
        let usesCache = context.session.settings.usesCache
        return try await context.aggregator.search(query, limit: limit, usesCache: usesCache).rows.map(\.record)
    }

    private static func areNearlyAll(_ count: Int, of total: Int) -> Bool { 10 * count >= 9 * total }

    /// Whether the subtitle or a keyword has the words.
    private static func isNamed(_ record: Record, _ words: [String]) -> Bool {
        RecordWords(Record(key: "", title: "", subtitle: record.subtitle, keywords: record.keywords))
            .have(words, isOpen: false)
    }

    /// Whether the title has the words, which says nothing about the values of the record.
    private static func isTitled(_ record: Record, _ words: [String]) -> Bool {
        RecordWords(Record(key: "", title: record.title, alternativeTitles: record.alternativeTitles))
            .have(words, isOpen: false)
    }
}
