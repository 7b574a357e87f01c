package import AggSource

/// The environment of a program.
package struct ProgramEnvironment: Sendable {
    /// All variables, including the secrets.
    package var variables: [String: String]
    /// The secrets, by name.
    package var secrets: [String: String] = [:]

    /// Creates an environment without secrets.
    package init(variables: [String: String]) {
        self.variables = variables
    }

    /// Masks the secrets in the program's error output.
    package func masking(_ end: ProgramEnd) -> ProgramEnd {
        var end = end
        end.lastErrors = masked(end.lastErrors)
        return end
    }

    /// Masks the secrets in the notes of a fetch, or in the reason of its failure: both may quote a row.
    package func masking(
        _ fetch: () async throws(SourceError) -> FetchSummary
    ) async throws(SourceError) -> FetchSummary {
        do throws(SourceError) {
            var summary = try await fetch()
            summary.notes = summary.notes.map(masked)
            return summary
        } catch {
            throw masking(error)
        }
    }

    private func masking(_ error: SourceError) -> SourceError {
        switch error {
        case .invalidData(let text): .invalidData(masked(text))
        case .refused(let text): .refused(masked(text))
        case .program(let text): .program(masked(text))
        default: error
        }
    }

    /// Masks the secrets in a text, also where they are percent-encoded.
    package func masked(_ text: String) -> String {
        // The longest first, since one may be the start of another.
        secrets.values.flatMap(Secrets.forms).sorted { $0.utf8.count > $1.utf8.count }
            .reduce(text) { $0.replacing($1, with: "***") }
    }
}
