package import AggSearch
import AggSource
import Synchronization

/// What lasts from one command to the next: the settings with their origins, and the last answer.
package final class Session: Sendable {
    private let state: Mutex<State>

    private struct State {
        var settings: Settings
        var origins: [String: SettingOrigin] = [:]
        /// The values from anything but a command, by setting, to go back to.
        var standing: [String: [SettingOrigin: String]] = [:]
        var lastRows: [RecordAddress] = []
        var lastOutput: CommandOutput?
        var commandOrigin = SettingOrigin.command
        var tries: [SourceID: ContinuousClock.Instant] = [:]
    }

    package init(settings: Settings = Settings()) {
        state = Mutex(State(settings: settings))
    }

    package var settings: Settings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// Where the value of a setting came from.
    package func origin(of name: String) -> SettingOrigin {
        state.withLock { $0.origins[name] ?? .default }
    }

    /// Sets a setting, unless its value comes from what decides before.
    ///
    /// - Returns: Whether the setting takes the value.
    @discardableResult
    package func set(_ setting: SettingDeclaration, to value: String, from origin: SettingOrigin) -> Bool {
        state.withLock { state in
            var changed = state.settings
            guard setting.write(&changed, value) else { return false }
            if origin != .command { state.standing[setting.name, default: [:]][origin] = value }
            let present = state.origins[setting.name] ?? .default
            guard Self.decides(origin, over: present) else { return true }
            state.settings = changed
            state.origins[setting.name] = origin
            return true
        }
    }

    /// Sets a setting to a value that was kept: it holds at once, whatever an option or an earlier command said.
    func keep(_ setting: SettingDeclaration, _ value: String) {
        state.withLock { state in
            state.standing[setting.name, default: [:]][.kept] = value
            _ = setting.write(&state.settings, value)
            state.origins[setting.name] = .kept
        }
    }

    /// Takes the value of an origin away, so that the next one decides.
    package func forget(_ setting: SettingDeclaration, from origin: SettingOrigin) {
        state.withLock { state in
            state.standing[setting.name]?[origin] = nil
            guard state.origins[setting.name] == origin else { return }
            let values = state.standing[setting.name] ?? [:]
            let next = SettingOrigin.allCases.first { values[$0] != nil } ?? .default
            state.origins[setting.name] = next
            _ = setting.write(&state.settings, values[next] ?? setting.read(Settings()))
        }
    }

    /// The addresses of the rows of the last answer, in their order.
    package var lastRows: [RecordAddress] {
        get { state.withLock { $0.lastRows } }
        set { state.withLock { $0.lastRows = newValue } }
    }

    /// Remembers what the numbers of an answer's rows mean, as they are shown.
    package func rememberNumbers(of output: CommandOutput) {
        let form = output.format ?? settings.mode
        if let addresses = output.body?.numberedAddresses(in: form) { lastRows = addresses }
    }

    /// The last answer that was more than words, for `last`.
    package var lastOutput: CommandOutput? {
        get { state.withLock { $0.lastOutput } }
        set { state.withLock { $0.lastOutput = newValue } }
    }

    /// What `set` counts as: `.file` while a startup file is run.
    package var commandOrigin: SettingOrigin {
        get { state.withLock { $0.commandOrigin } }
        set { state.withLock { $0.commandOrigin = newValue } }
    }

    /// Whether a source may be asked before a command, since that was not tried within the age; notes that it is.
    ///
    /// A source that does not answer is so waited for once, and not by every command of a script.
    func mayTry(_ id: SourceID, again age: Duration) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let last = state.tries[id], last.duration(to: now) < age { return false }
            state.tries[id] = now
            return true
        }
    }

    /// Forgets the last answer, as after a startup file, whose answers nobody saw.
    package func forgetAnswers() {
        state.withLock { state in
            state.lastRows = []
            state.lastOutput = nil
        }
    }

    private static func decides(_ origin: SettingOrigin, over present: SettingOrigin) -> Bool {
        let order = SettingOrigin.allCases
        return (order.firstIndex(of: origin) ?? 0) <= (order.firstIndex(of: present) ?? 0)
    }
}
