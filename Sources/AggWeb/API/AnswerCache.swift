import Synchronization

/// Answers that were given lately, for the same question over the same store.
///
/// An answer is kept under its entity tag, which changes with the store and with the state of the sources. Only the ages of
/// the sources go on meanwhile: as with any cache of HTTP, the `Age` field says for how long the answer has been kept.
final class AnswerCache: Sendable {
    /// The time for which an answer is kept.
    private static let lifetime = Duration.seconds(30)
    /// The maximum size of all answers; the oldest go first.
    private static let greatestSize = 16_000_000

    private struct Entry {
        var bytes: [UInt8]
        var since: ContinuousClock.Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The keys in the order they were added, from the first that is still there.
        var order: [String] = []
        var first = 0
        var size = 0
    }

    private let state = Mutex(State())

    /// An answer with its age in seconds; nil if it is not kept.
    func answer(for key: String) -> (bytes: [UInt8], age: Int)? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            let age = entry.since.duration(to: .now)
            return age < Self.lifetime ? (entry.bytes, Int(clamping: age.components.seconds)) : nil
        }
    }

    /// Keeps an answer.
    func keep(_ bytes: [UInt8], for key: String) {
        guard bytes.count <= Self.greatestSize / 16 else { return }
        state.withLock { state in
            if let former = state.entries.updateValue(Entry(bytes: bytes, since: .now), forKey: key) {
                state.size += bytes.count - former.bytes.count
            } else {
                state.order.append(key)
                state.size += bytes.count
            }
            while state.size > Self.greatestSize, state.first < state.order.count {
                state.size -= state.entries.removeValue(forKey: state.order[state.first])?.bytes.count ?? 0
                state.first += 1
            }
            if state.first > 1_000 {
                state.order.removeFirst(state.first)
                state.first = 0
            }
        }
    }
}
