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

    /// The maximum number of characters of a line to show.
    private static let mostShown = 60
    /// The number of bytes at the start of a line in which secrets are masked: a line can be huge.
    private static let mostMasked = 65_536

    /// The error for a line of the program's output, with its place and its start.
    package func fault(in line: ArraySlice<UInt8>, at place: String, _ reason: String) -> SourceError {
        .invalidData("at \(place): \(reason): “\(start(of: line))”")
    }

    /// The start of a line without secrets and control characters.
    private func start(of line: ArraySlice<UInt8>) -> String {
        // Part of a secret could not be recognized, so the line is cut only after secrets are masked.
        let text = Secrets.masked(masked(String(decoding: line.prefix(Self.mostMasked), as: UTF8.self))).unicodeScalars
        let shown = text.prefix(Self.mostShown).map { scalar in
            scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return shown.joined() + (text.count > Self.mostShown ? "…" : "")
    }

    /// Masks the secrets in a text, also where they are percent-encoded.
    package func masked(_ text: String) -> String {
        // The longest first, since one may be the start of another.
        secrets.values.flatMap(Secrets.forms).sorted { $0.utf8.count > $1.utf8.count }
            .reduce(text) { $0.replacing($1, with: "***") }
    }
}
