extension RecordCondition {
    /// Whether it is met by favorites alone, for what the user wrote about them.
    var isMark: Bool {
        switch self {
        case .tag, .has(.tag), .has(.note): true
        default: false
        }
    }

    /// Whether it asks for what the user wrote about favorites.
    var asksForMarks: Bool {
        switch self {
        case .not(let condition): condition.asksForMarks
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.asksForMarks)
        default: isMark
        }
    }

    /// The condition with what it asks of tags and notes turned into the records that meet it.
    func resolved(by favorites: [Favorite]) -> RecordCondition {
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
        return .any(keys.sorted { $0.key.description.isBefore($1.key.description) }.map { .all([.source($0.key), .key($0.value)]) })
    }
}
