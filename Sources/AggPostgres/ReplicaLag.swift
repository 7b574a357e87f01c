import AggSource
import AggStorage
import Foundation

/// How far a replica is behind its primary, as far as it matters for the stored sources.
///
/// The time since a replica last applied a change says little, since it grows while nothing is written.
struct ReplicaLag {
    private let states: [SourceID: StoredSource]
    private let current: [SourceID: StoredSource]?
    private let now: Date

    /// Creates a lag from the states on the replica and those on its primary, nil if the primary does not respond.
    init(of states: [SourceID: StoredSource], behind current: [SourceID: StoredSource]?, now: Date = Date()) {
        self.states = states
        self.current = current
        self.now = now
    }

    /// The states on the replica, with a note on each that is not the current one.
    var noted: [SourceID: StoredSource] {
        var states = states
        for (source, state) in states {
            guard let note = note(on: source, state) else { continue }
            states[source]?.notes.append(note)
        }
        return states
    }

    private func note(on source: SourceID, _ state: StoredSource) -> String? {
        guard let current else { return ReplicaNote.text("may lack the latest changes") }
        guard let newer = current[source] else { return "read from a replica; the source has since been removed" }
        guard newer != state else { return nil }
        guard let written = [newer.fetchedAt, newer.failure?.failedAt].compactMap(\.self).max() else {
            return ReplicaNote.text("does not have the latest changes yet")
        }
        return ReplicaNote.text("is \(max(1, Int(clamping: now.timeIntervalSince(written).rounded()))) s behind")
    }
}
