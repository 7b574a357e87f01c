/// The values that no log shows: those of the variables that hold tokens, keys and passwords.
struct Secrets {
    private let values: [String]

    /// Takes the values from the environment; one of fewer than four letters masks nothing, since it would mask words.
    init(environment: [String: String]) {
        let names = ["TOKEN", "KEY", "SECRET", "PASSWORD"]
        values = environment.filter { variable in
            variable.value.count >= 4 && names.contains { variable.key.uppercased().hasSuffix($0) }
        }.map(\.value).sorted { $0.count > $1.count }
    }

    /// The text with `***` for each of the values.
    func masked(_ text: String) -> String {
        values.reduce(text) { $0.replacing($1, with: "***") }
    }
}
