package import AggSource
import Synchronization

/// Passes the steps of a load on to everyone who waits for it; one who comes later first hears the last step.
package final class ProgressRelay: Sendable {
    private struct State {
        var lastStep: LoadProgress?
        var listeners: [Int: ProgressReporter] = [:]
    }

    private let state = Mutex(State())

    /// What the load reports to.
    package var reporter: ProgressReporter { ProgressReporter { [self] in report($0) } }

    /// Forgets the steps of an earlier load.
    func begin() { state.withLock { $0.lastStep = nil } }

    func add(_ listener: ProgressReporter, as number: Int) {
        let step = state.withLock { state in
            state.listeners[number] = listener
            return state.lastStep
        }
        if let step { listener.report(step) }
    }

    func remove(_ number: Int) { state.withLock { $0.listeners[number] = nil } }

    private func report(_ step: LoadProgress) {
        let listeners = state.withLock { state in
            state.lastStep = step
            return state.listeners
        }
        for listener in listeners.values { listener.report(step) }
    }
}
