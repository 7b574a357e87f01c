package import AggCore
import Synchronization

/// What lasts from one command to the next: the settings and the rows of the last answer.
package final class Session: Sendable {
    private let state: Mutex<State>

    private struct State {
        var settings: Settings
        var lastRows: [RecordAddress] = []
    }

    /// Makes a session with its settings.
    package init(settings: Settings = Settings()) {
        state = Mutex(State(settings: settings))
    }

    /// The settings.
    package var settings: Settings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The addresses of the rows of the last answer, in their order.
    package var lastRows: [RecordAddress] {
        get { state.withLock { $0.lastRows } }
        set { state.withLock { $0.lastRows = newValue } }
    }
}
