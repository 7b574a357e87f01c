package import AggSearch
package import AggSource
import AggText
package import Foundation

/// A record among the user's favorites, with the record as it was then.
package struct Favorite: Hashable, Sendable {
    /// The source of the record.
    package var source: SourceID
    /// The kind of the source, so that the favorite explains itself when the source is gone.
    package var kind: SourceKind
    /// The record as it was when it was added.
    package var record: Record
    /// When it was added.
    package var addedAt: Date
    /// The words the user filed it under, in the order they were given.
    package var tags: [String]
    /// What the user wrote about it.
    package var note: String?

    /// Makes a favorite.
    package init(
        source: SourceID, kind: SourceKind, record: Record, addedAt: Date, tags: [String] = [], note: String? = nil
    ) {
        self.source = source
        self.kind = kind
        self.record = record
        self.addedAt = addedAt
        self.tags = tags
        self.note = note
    }

    /// The address of the record.
    package var address: RecordAddress { RecordAddress(source: source, key: record.key) }
}

/// What became of a wish to add or remove a favorite.
package struct FavoriteChange: Hashable, Sendable {
    /// Whether anything changed.
    package var didChange: Bool
    /// How many favorites there are now.
    package var count: Int

    /// Makes a change.
    package init(didChange: Bool, count: Int) {
        self.didChange = didChange
        self.count = count
    }
}

/// A change of what the user wrote about a favorite.
package struct FavoriteEdit: Hashable, Sendable {
    /// Tags to add; one that differs only in case or accents is there already.
    package var addedTags: [String]
    /// Tags to remove.
    package var removedTags: [String]
    /// The new note, an empty one to remove it; nil to leave it.
    package var note: String?

    /// Makes a change.
    package init(addedTags: [String] = [], removedTags: [String] = [], note: String? = nil) {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.note = note
    }

    /// Whether nothing is changed.
    package var isEmpty: Bool { addedTags.isEmpty && removedTags.isEmpty && note == nil }

    /// Changes a favorite.
    package func apply(to favorite: inout Favorite) {
        let removed = Set(removedTags.map(RecordCondition.name(ofTag:)))
        favorite.tags.removeAll { removed.contains(RecordCondition.name(ofTag: $0)) }
        for tag in addedTags where !favorite.has(tag: RecordCondition.name(ofTag: tag)) { favorite.tags.append(tag) }
        if let note { favorite.note = note.isEmpty ? nil : note }
    }
}

extension Favorite {
    /// Whether it has the tag of a name.
    package func has(tag name: String) -> Bool { tags.contains { RecordCondition.name(ofTag: $0) == name } }
}

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
