package import AggSearch
import AggSource
import AggText

extension RecordCondition {
    /// The condition with what it asks of tags and notes turned into the records that meet it.
    package func resolved(by favorites: [Favorite]) -> RecordCondition {
        switch self {
        case .tag(let tag): Self.one(of: favorites.filter { $0.has(tag: tag) })
        case .has(.tag): Self.one(of: favorites.filter { !$0.tags.isEmpty })
        case .has(.note): Self.one(of: favorites.filter { $0.note != nil })
        case .not(let condition): .not(condition.resolved(by: favorites))
        case .any(let conditions): .any(conditions.map { $0.resolved(by: favorites) })
        case .all(let conditions): .all(conditions.map { $0.resolved(by: favorites) })
        default: self
        }
    }

    private static func one(of favorites: [Favorite]) -> RecordCondition {
        let keys = Dictionary(grouping: favorites, by: \.source).mapValues { Set($0.map(\.record.key)) }
        let ordered = keys.sorted { $0.key.description.isBefore($1.key.description) }
        return .any(ordered.map { .all([.source($0.key), .key($0.value)]) })
    }
}

extension SearchQuery {
    /// The query with what it asks of tags and notes looked up among the favorites.
    package func resolved(by favorites: [Favorite]) -> SearchQuery { replacing(condition.resolved(by: favorites)) }
}
