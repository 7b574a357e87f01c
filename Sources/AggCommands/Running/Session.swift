import AggCore
package import AggSearch
import AggSource
import Synchronization

/// The state that lasts from one command to the next: the settings with their origins, and the last answer.
package final class Session: Sendable {
    private let state: Mutex<State>

    private struct State {
        var settings: Settings
        var origins: [String: SettingOrigin] = [:]
        /// The values from anything but a command, by setting, to revert to.
        var standing: [String: [SettingOrigin: String]] = [:]
        var lastRows: [RecordAddress] = []
        var lastOutput: CommandOutput?
        var lastStatement: String?
        var lastFound: [CatalogAnswer.Finding] = []
        var commandOrigin = SettingOrigin.command
        var userDataFault: String?
        var tries: [SourceID: ContinuousClock.Instant] = [:]
    }

    package init(settings: Settings = Settings()) {
        state = Mutex(State(settings: settings))
    }

    package var settings: Settings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The origin of a setting's value.
    package func origin(of name: String) -> SettingOrigin {
        state.withLock { $0.origins[name] ?? .default }
    }

    /// Changes a setting, unless its value has an origin with higher priority.
    ///
    /// - Returns: Whether the value is valid for the setting.
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

    /// Changes a setting to a saved value, which applies at once, whatever an option or an earlier command set.
    func keep(_ setting: SettingDeclaration, _ value: String) {
        state.withLock { state in
            state.standing[setting.name, default: [:]][.kept] = value
            _ = setting.write(&state.settings, value)
            state.origins[setting.name] = .kept
        }
    }

    /// Removes the value from an origin, so that the next origin applies.
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

    /// Why the favorites and kept settings cannot be read, until an answer has said so; nil if they can.
    package var userDataFault: String? {
        get { state.withLock { $0.userDataFault } }
        set { state.withLock { $0.userDataFault = newValue } }
    }

    /// The addresses of the rows in the last answer with row numbers, in order.
    ///
    /// An answer without them, such as a record shown in full, leaves them alone, so that the other rows of the list can
    /// be shown next.
    package var lastRows: [RecordAddress] {
        get { state.withLock { $0.lastRows } }
        set { state.withLock { $0.lastRows = newValue } }
    }

    /// Remembers the records that an answer's row numbers refer to, as shown.
    package func rememberNumbers(of output: CommandOutput) {
        let form = output.format ?? settings.mode
        if let addresses = output.body?.numberedAddresses(in: form) { lastRows = addresses }
    }

    /// The last answer that was more than prose, for `last`.
    package var lastOutput: CommandOutput? {
        get { state.withLock { $0.lastOutput } }
        set { state.withLock { $0.lastOutput = newValue } }
    }

    /// The last SQL statement, for `edit`, `save`, and answers drawn from it; nil if there is none.
    var lastStatement: String? {
        get { state.withLock { $0.lastStatement } }
        set { state.withLock { $0.lastStatement = newValue } }
    }

    /// The origin of values changed by `set`: `.file` while a startup file runs.
    package var commandOrigin: SettingOrigin {
        get { state.withLock { $0.commandOrigin } }
        set { state.withLock { $0.commandOrigin = newValue } }
    }

    /// Whether a source may be refreshed before a command, because it was last tried longer ago than the given age, or
    /// never; records this attempt.
    ///
    /// As a result, a source that does not respond delays only one command of a script.
    func mayTry(_ id: SourceID, again age: Duration) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            if let last = state.tries[id], last.duration(to: now) < age { return false }
            state.tries[id] = now
            return true
        }
    }

    /// The data sets of the last `source find`, in the order of their numbers.
    var lastFound: [CatalogAnswer.Finding] {
        get { state.withLock { $0.lastFound } }
        set { state.withLock { $0.lastFound = newValue } }
    }

    /// Forgets the last answer, such as after a startup file, whose answers are not shown.
    package func forgetAnswers() {
        state.withLock { state in
            state.lastRows = []
            state.lastOutput = nil
            state.lastStatement = nil
            state.lastFound = []
        }
    }

    private static func decides(_ origin: SettingOrigin, over present: SettingOrigin) -> Bool {
        let order = SettingOrigin.allCases
        return (order.firstIndex(of: origin) ?? 0) <= (order.firstIndex(of: present) ?? 0)
    }
}
