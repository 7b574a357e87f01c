import Foundation

/// The token of the environment variable `GITHUB_TOKEN`; never shown.
struct GitHubToken: Sendable, CustomStringConvertible {
    /// The name of the variable.
    static let variable = "GITHUB_TOKEN"

    /// The secret.
    let text: String

    /// Takes the token out of the environment; nil where there is none.
    init?(_ environment: [String: String]) {
        let text = environment[Self.variable]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    var description: String { "***" }
}
