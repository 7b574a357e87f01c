import Synchronization

/// Caches recent responses, to be reused for the same request while the store is unchanged.
///
/// A response is cached under its entity tag, which changes with the store and with the state of the sources. Only the ages
/// of the sources become outdated; as in any HTTP cache, the `Age` field reports how long the response has been cached.
final class AnswerCache: Sendable {
    /// How long a response is cached.
    private static let lifetime = Duration.seconds(30)
    /// The maximum total size; the oldest responses are dropped first.
    private static let greatestSize = 16_000_000

    private struct Entry {
        var bytes: [UInt8]
        var since: ContinuousClock.Instant
    }

    /// The memory that an entry takes; a key can be as long as a URL.
    private static func size(_ bytes: [UInt8], _ key: String) -> Int { bytes.count + 2 * key.utf8.count }

    private struct State {
        var entries: [String: Entry] = [:]
        /// The keys in the order added; those before `first` have been dropped.
        var order: [String] = []
        var first = 0
        var size = 0
    }

    private let state = Mutex(State())

    /// Returns a response with its age in seconds; nil if it isn't cached.
    func answer(for key: String) -> (bytes: [UInt8], age: Int)? {
        state.withLock { state in
            guard let entry = state.entries[key] else { return nil }
            let age = entry.since.duration(to: .now)
            return age < Self.lifetime ? (entry.bytes, Int(clamping: age.components.seconds)) : nil
        }
    }

    /// Caches a response.
    func keep(_ bytes: [UInt8], for key: String) {
        guard Self.size(bytes, key) <= Self.greatestSize / 16 else { return }
        state.withLock { state in
            if let former = state.entries.updateValue(Entry(bytes: bytes, since: .now), forKey: key) {
                state.size += bytes.count - former.bytes.count
            } else {
                state.order.append(key)
                state.size += Self.size(bytes, key)
            }
            while state.size > Self.greatestSize, state.first < state.order.count {
                let oldest = state.order[state.first]
                state.size -= state.entries.removeValue(forKey: oldest).map { Self.size($0.bytes, oldest) } ?? 0
                state.first += 1
            }
            if state.first > 1_000 {
                state.order.removeFirst(state.first)
                state.first = 0
            }
        }
    }
}
