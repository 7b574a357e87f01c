package import AggSource

/// A condition that a query puts on records, apart from the words that rank them.
package indirect enum RecordCondition: Hashable, Sendable {
    /// An optional part of a record.
    package enum Part: Hashable, Sendable {
        /// Its location.
        case coordinate
        /// Its date.
        case date
        /// Its URL.
        case url
        /// Its second line.
        case subtitle
        /// A tag of a favorite.
        case tag
        /// A note on a favorite.
        case note
        /// The value of a column.
        case column(String)
    }

    /// The value of a column passes a test.
    case field(String, ValueTest)
    /// The record's date is in a span.
    case date(DateSpan)
    /// The record has a part.
    case has(Part)
    /// Folded words are adjacent in the title, the subtitle, or another searchable text; if open, the last may be a
    /// prefix.
    case words([String], isOpen: Bool = false)
    /// The words are adjacent in such a text, with the same accents; if open, the last may be a prefix.
    case written(String, isOpen: Bool)
    /// The record is within a circle.
    case near(Circle)
    /// The record has one of these keys.
    case key(Set<String>)
    /// The record is from a source.
    case source(SourceID)
    /// The record is a favorite.
    case favorite
    /// The record is a favorite with this folded tag.
    case tag(String)
    /// The source's rows are stale or a starter sample.
    case stale
    /// The negated condition.
    case not(RecordCondition)
    /// Any must match; an empty list matches nothing.
    case any([RecordCondition])
    /// All must match; an empty list matches everything.
    case all([RecordCondition])

    /// The condition that every record meets.
    package static let always = RecordCondition.all([])
    /// The condition that no record meets.
    package static let never = RecordCondition.any([])

    /// The condition for one source: everything about the source as a whole is resolved.
    package func decided(
        for source: SourceID, isStale: Bool, favorites: Set<RecordAddress>
    ) -> RecordCondition {
        switch self {
        case .source(let wanted): return wanted == source ? .always : .never
        case .stale: return isStale ? .always : .never
        case .favorite: return .key(Set(favorites.filter { $0.source == source }.map(\.key)))
        case .not(let condition):
            let decided = condition.decided(for: source, isStale: isStale, favorites: favorites)
            return decided == .always ? .never : decided == .never ? .always : .not(decided)
        case .any(let conditions):
            let decided = conditions.map { $0.decided(for: source, isStale: isStale, favorites: favorites) }
            return decided.contains(.always) ? .always : .any(decided.filter { $0 != .never })
        case .all(let conditions):
            let decided = conditions.map { $0.decided(for: source, isStale: isStale, favorites: favorites) }
            return decided.contains(.never) ? .never : .all(decided.filter { $0 != .always })
        case .field, .date, .has, .words, .written, .near, .key, .tag: return self
        }
    }

    /// Whether a record meets the condition, which must be resolved for its source.
    package func isMet(by record: Record, words: @autoclosure () -> RecordWords) -> Bool {
        switch self {
        case .field(let name, let test): test.isMet(by: record[name])
        case .date(let span): record.date.map(span.contains) ?? false
        case .has(let part): Self.has(part, record)
        case .words(let wanted, let isOpen): words().have(wanted, isOpen: isOpen)
        case .written(let text, let isOpen): WrittenWords(record).have(text, isOpen: isOpen)
        case .near(let circle): record.coordinate.map(circle.contains) ?? false
        case .key(let keys): keys.contains(record.key)
        case .source, .favorite, .stale, .tag: false
        case .not(let condition): !condition.isMet(by: record, words: words())
        case .any(let conditions): conditions.contains { $0.isMet(by: record, words: words()) }
        case .all(let conditions): conditions.allSatisfy { $0.isMet(by: record, words: words()) }
        }
    }

    private static func has(_ part: Part, _ record: Record) -> Bool {
        switch part {
        case .coordinate: record.coordinate != nil
        case .date: record.date != nil
        case .url: record.url != nil
        case .subtitle: record.subtitle != nil
        case .tag, .note: false
        case .column(let name): record[name] != nil
        }
    }
}

extension RecordCondition {
    /// Whether a record of a source with certain columns can meet the condition.
    package func canBeMet(byColumn isColumn: (String) -> Bool) -> Bool {
        switch self {
        case .field(let name, _), .has(.column(let name)): isColumn(name)
        case .any(let conditions): conditions.contains { $0.canBeMet(byColumn: isColumn) }
        case .all(let conditions): conditions.allSatisfy { $0.canBeMet(byColumn: isColumn) }
        default: true
        }
    }

    /// Whether it depends only on a record's date, so that an index can count the matches.
    package var asksOnlyForDates: Bool {
        switch self {
        case .date, .has(.date): true
        case .all(let conditions): !conditions.isEmpty && conditions.allSatisfy(\.asksOnlyForDates)
        default: false
        }
    }

    /// The first circle that must contain every record of the answer.
    package var circle: Circle? {
        switch self {
        case .near(let circle): circle
        case .all(let conditions): conditions.lazy.compactMap(\.circle).first
        default: nil
        }
    }
}

extension RecordCondition {
    /// Whether only favorites can meet it, because of the user's notes on them.
    var needsFavorite: Bool {
        switch self {
        case .tag, .has(.tag), .has(.note): true
        default: false
        }
    }

    /// Whether it refers to the user's notes on favorites.
    package var asksForFavorites: Bool {
        switch self {
        case .not(let condition): condition.asksForFavorites
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.asksForFavorites)
        default: needsFavorite
        }
    }

    /// The name that identifies a tag.
    package static func name(ofTag tag: String) -> String { ValueTest.name(of: tag) }
}
