package import AggSearch
package import AggSource
package import Foundation

/// The history of one record as a favorite, from which the states on two machines can be merged.
///
/// Merging is commutative, associative, and idempotent: all machines end up with the same result, whichever of them merge
/// and in whatever order.
package struct FavoriteHistory: Hashable, Sendable {
    /// A text for which the latest change wins; nil if it was removed.
    package struct Register: Hashable, Sendable {
        /// The text.
        package var text: String?
        /// When it was changed.
        package var at: Date

        /// Creates a register.
        package init(text: String?, at: Date) {
            self.text = text
            self.at = at
        }

        /// The later of two; at the same time, the greater text.
        fileprivate func joined(_ other: Register) -> Register {
            (at, text ?? "") >= (other.at, other.text ?? "") ? self : other
        }
    }

    /// When it was added; only times after the last removal count.
    package var added: Set<Date> = []
    /// The original times of a favorite that was restored, by the time in `added` at which that was done.
    package var originalTimes: [Date: Date] = [:]
    /// When it was last removed.
    package var removedAt: Date?
    /// The latest snapshot of its record and the kind of its source; nil if it is not a favorite.
    package var snapshot: FavoriteSnapshot?
    /// The note.
    package var note: Register?
    /// The tags, by their folded names.
    package var tags: [String: Register] = [:]

    /// Creates an empty history.
    package init() {}

    /// Creates the history of a favorite of which only the current state is known.
    package init(_ favorite: Favorite) {
        self.init(favorite, at: Self.stored(favorite.addedAt))
    }

    private init(_ favorite: Favorite, at time: Date) {
        added = [time]
        snapshot = FavoriteSnapshot(favorite, at: time)
        note = favorite.note.map { Register(text: $0, at: time) }
        for tag in favorite.tags { tags[RecordCondition.name(ofTag: tag)] = Register(text: tag, at: time) }
    }

    /// The time as read back from a file, which stores seconds since 1970.
    private static func stored(_ time: Date) -> Date { Date(timeIntervalSince1970: time.timeIntervalSince1970) }

    /// Returns this history merged with another machine's.
    package func joined(_ other: FavoriteHistory) -> FavoriteHistory {
        var result = self
        result.added.formUnion(other.added)
        result.originalTimes.merge(other.originalTimes) { min($0, $1) }
        result.removedAt = [removedAt, other.removedAt].compactMap(\.self).max()
        result.snapshot = [snapshot, other.snapshot].compactMap(\.self).max()
        result.note = [note, other.note].compactMap(\.self).reduce(nil) { $0?.joined($1) ?? $1 }
        result.tags.merge(other.tags) { $0.joined($1) }
        result.forgetWhatWasRemoved()
        return result
    }

    /// Returns the favorite; nil if it was removed after it was last added.
    package func favorite(at address: RecordAddress) -> Favorite? {
        guard let first = added.map({ originalTimes[$0] ?? $0 }).min(), let snapshot else { return nil }
        let ordered = tags.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        return Favorite(
            source: address.source, kind: snapshot.kind, record: snapshot.record, addedAt: first,
            tags: ordered.compactMap(\.value.text), note: note?.text)
    }

    /// Drops everything from before the last removal.
    private mutating func forgetWhatWasRemoved() {
        guard let removedAt else { return }
        added = added.filter { $0 > removedAt }
        originalTimes = originalTimes.filter { $0.key > removedAt }
        tags = tags.filter { $0.value.at > removedAt }
        if let at = note?.at, at <= removedAt { note = nil }
        if added.isEmpty { snapshot = nil }
    }
}

extension FavoriteHistory {
    /// Records that a favorite was added, with its tags and its note.
    package mutating func add(_ favorite: Favorite, now: Date) {
        // It was added again on purpose, so it comes after its removal, even if its own time or the clock disagrees.
        let original = Self.stored(favorite.addedAt)
        var time = original
        if let removedAt, removedAt >= time { time = later(than: removedAt, now) }
        self = joined(FavoriteHistory(favorite, at: time))
        if time != original { originalTimes[time] = original }
    }

    /// Records that the favorite was removed.
    package mutating func remove(now: Date) {
        let known = added + tags.values.map(\.at) + [removedAt, note?.at].compactMap(\.self)
        removedAt = (known + [Self.stored(now)]).max()
        forgetWhatWasRemoved()
    }

    /// Records that a favorite was imported, with its history if the file has one.
    package mutating func restore(_ favorite: Favorite, _ history: FavoriteHistory?, now: Date) {
        if let history { self = joined(history) }
        // What an earlier removal here, or an edit of the file, leaves out of the history happens now.
        if let known = self.favorite(at: favorite.address) {
            edit(from: known, to: favorite, now: now)
            let original = Self.stored(favorite.addedAt)
            if known.addedAt != original { for time in added { originalTimes[time] = original } }
        } else {
            add(favorite, now: now)
        }
    }

    /// Records the changes to the tags and the note.
    package mutating func edit(from old: Favorite, to new: Favorite, now: Date) {
        if old.note != new.note {
            note = Register(text: new.note, at: later(than: [note?.at, removedAt].compactMap(\.self).max(), now))
        }
        let before = Dictionary(old.tags.map { (RecordCondition.name(ofTag: $0), $0) }, uniquingKeysWith: { $1 })
        let after = Dictionary(new.tags.map { (RecordCondition.name(ofTag: $0), $0) }, uniquingKeysWith: { $1 })
        for name in Set(before.keys).union(after.keys) where before[name] != after[name] {
            let time = later(than: [tags[name]?.at, removedAt].compactMap(\.self).max(), now)
            tags[name] = Register(text: after[name], at: time)
        }
    }

    /// Returns the current time, or a time just after `other` if that is not earlier.
    private func later(than other: Date?, _ now: Date) -> Date {
        let now = Self.stored(now)
        guard let other, other >= now else { return now }
        return Date(timeIntervalSince1970: other.timeIntervalSince1970 + 0.001)
    }
}

/// The record of a favorite as it was at some time.
package struct FavoriteSnapshot: Hashable, Comparable, Sendable {
    /// The kind of its source.
    package var kind: SourceKind
    /// The record.
    package var record: Record
    /// When it was taken.
    package var at: Date

    /// Creates a snapshot.
    package init(_ favorite: Favorite, at time: Date) {
        kind = favorite.kind
        record = favorite.record
        at = time
    }

    /// Orders snapshots by time; at the same time, by their texts.
    package static func < (left: FavoriteSnapshot, right: FavoriteSnapshot) -> Bool {
        left.at == right.at ? left.text < right.text : left.at < right.at
    }

    private var text: String { "\(kind) \(RecordSnapshot.text(record))" }
}

/// The result of merging favorites with another machine's.
package struct FavoriteMerge: Hashable, Sendable {
    /// The number of favorites that are new here.
    package var added = 0
    /// The number of favorites whose tags, note, time, or snapshot changed.
    package var changed = 0
    /// The number of favorites that the other machine had removed.
    package var removed = 0

    /// Creates counts of zero.
    package init() {}

    /// Creates the counts of the differences between two states.
    ///
    /// - Throws: `StoreError.mergeTooLarge` if there are more favorites than before and than the limit.
    package init(from old: [Favorite], to new: [Favorite], limit: Int) throws(StoreError) {
        if new.count > max(old.count, limit) { throw .mergeTooLarge(count: new.count, limit: limit) }
        let before = Dictionary(old.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
        let after = Dictionary(new.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
        added = after.keys.count { before[$0] == nil }
        removed = before.keys.count { after[$0] == nil }
        changed = after.count { address, favorite in before[address].map { $0 != favorite } ?? false }
    }
}

extension [RecordAddress: FavoriteHistory] {
    /// Returns the histories merged with another machine's.
    package func joined(_ other: Self) -> Self { merging(other) { $0.joined($1) } }

    /// The favorites, newest first; those added at the same time, by their addresses.
    package var favorites: [Favorite] {
        compactMap { address, history in history.favorite(at: address) }
            .sorted { ($0.addedAt, $0.address.description) > ($1.addedAt, $1.address.description) }
    }
}
