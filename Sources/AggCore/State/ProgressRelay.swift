package import AggSource
import Synchronization

/// Passes the progress of a load to everyone waiting for it; a late listener first gets the last step of
/// each kind.
package final class ProgressRelay: Sendable {
    private struct State {
        /// The last step of each kind, in the order of their arrival.
        var steps: [LoadProgress] = []
        var listeners: [Int: ProgressReporter] = [:]
    }

    private let state = Mutex(State())

    /// The reporter for loaders to use.
    package var reporter: ProgressReporter { ProgressReporter { [self] in report($0) } }

    /// Forgets the steps of the previous load.
    func begin() { state.withLock { $0.steps = [] } }

    func add(_ listener: ProgressReporter, as number: Int) {
        let steps = state.withLock { state in
            state.listeners[number] = listener
            return state.steps
        }
        for step in steps { listener.report(step) }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    private func report(_ step: LoadProgress) {
        let listeners = state.withLock { state in
            state.steps.removeAll { Self.haveSameKind($0, step) }
            state.steps.append(step)
            return state.listeners
        }
        for listener in listeners.values { listener.report(step) }
    }

    private static func haveSameKind(_ one: LoadProgress, _ other: LoadProgress) -> Bool {
        switch (one, other) {
        case (.bytes, .bytes), (.records, .records), (.waiting, .waiting), (.committing, .committing): true
        default: false
        }
    }
}
