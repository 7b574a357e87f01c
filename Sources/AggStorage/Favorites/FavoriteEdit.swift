import AggSearch
import AggSource

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
