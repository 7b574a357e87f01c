import Synchronization

/// The values that no log shows: those of the variables that hold tokens, keys and passwords, and what commands gave.
final class Secrets: Sendable {
    private let values: Mutex<[String]>

    /// Takes the values from the environment; one of fewer than four letters masks nothing, since it would mask words.
    init(environment: [String: String]) {
        let names = ["TOKEN", "KEY", "SECRET", "PASSWORD"]
        let found = environment.filter { variable in
            variable.value.count >= 4 && names.contains { variable.key.uppercased().hasSuffix($0) }
        }.map(\.value).sorted { $0.count > $1.count }
        values = Mutex(found)
    }

    /// Takes in a value that was not known at the start.
    func add(_ value: String) {
        guard value.count >= 4 else { return }
        values.withLock { $0 = ($0 + [value]).sorted { $0.count > $1.count } }
    }

    /// The text with `***` for each of the values.
    func masked(_ text: String) -> String {
        values.withLock { $0 }.reduce(text) { $0.replacing($1, with: "***") }
    }
}
