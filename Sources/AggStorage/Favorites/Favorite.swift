package import AggSearch
package import AggSource
import AggText
package import Foundation

/// A favorite, with a snapshot of its record.
package struct Favorite: Hashable, Sendable {
    /// The source of the record.
    package var source: SourceID
    /// The kind of the source, so that the favorite makes sense even if the source is gone.
    package var kind: SourceKind
    /// The record as it was when it was added.
    package var record: Record
    /// When it was added.
    package var addedAt: Date
    /// The user's tags, in the order they were added.
    package var tags: [String]
    /// The user's note.
    package var note: String?

    /// Creates a favorite.
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

/// The result of adding or removing a favorite.
package struct FavoriteChange: Hashable, Sendable {
    /// Whether anything changed.
    package var didChange: Bool
    /// The current number of favorites.
    package var count: Int

    /// Creates a change.
    package init(didChange: Bool, count: Int) {
        self.didChange = didChange
        self.count = count
    }
}

/// A change to the user's tags and note on a favorite.
package struct FavoriteEdit: Hashable, Sendable {
    /// Tags to add; those that differ from existing ones only in case or accents are ignored.
    package var addedTags: [String]
    /// Tags to remove.
    package var removedTags: [String]
    /// The new note, or an empty one to remove it; nil to leave it unchanged.
    package var note: String?

    /// Creates a change.
    package init(addedTags: [String] = [], removedTags: [String] = [], note: String? = nil) {
        self.addedTags = addedTags
        self.removedTags = removedTags
        self.note = note
    }

    /// Whether it changes nothing.
    package var isEmpty: Bool { addedTags.isEmpty && removedTags.isEmpty && note == nil }

    /// Applies the change to a favorite.
    package func apply(to favorite: inout Favorite) {
        let removed = Set(removedTags.map(RecordCondition.name(ofTag:)))
        favorite.tags.removeAll { removed.contains(RecordCondition.name(ofTag: $0)) }
        for tag in addedTags where !favorite.has(tag: RecordCondition.name(ofTag: tag)) { favorite.tags.append(tag) }
        if let note { favorite.note = note.isEmpty ? nil : note }
    }
}

extension Favorite {
    /// The tag for favorites that a store on a server shows to all its users.
    package static let sharedTag = "shared"

    /// Whether it has a tag with the given name.
    package func has(tag name: String) -> Bool { tags.contains { RecordCondition.name(ofTag: $0) == name } }
}

extension RecordCondition {
    /// The condition with tags and notes replaced by the records that have them.
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
    /// The query with tags and notes looked up among the favorites.
    package func resolved(by favorites: [Favorite]) -> SearchQuery { replacing(condition.resolved(by: favorites)) }
}
