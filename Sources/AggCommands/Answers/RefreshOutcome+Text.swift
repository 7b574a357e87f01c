package import AggCore
import AggSource

extension RefreshOutcome {
    /// The line for standard error; nil if it succeeded.
    ///
    /// Stale rows and samples are shown only if the cache is on.
    package func failure(usesCache: Bool) -> CommandError? {
        guard let error else { return nil }
        return CommandError(
            code: error.code,
            message: "cannot refresh \(source): \(error.reason(at: address)); \(substitute(usesCache: usesCache))",
            source: source)
    }

    /// Describes what is used instead of the data that could not be fetched.
    private func substitute(usesCache: Bool) -> String {
        switch result {
        case .stale where usesCache: "using the stored rows"
        case .failed where usesCache && samples > 0: "using the starter sample of \(RecordCount.text(samples))"
        case .stale: "the stored rows are not used because the cache is off"
        case .failed where unusedAge != nil: SourceError.tooOld(age: unusedAge ?? .zero).reason()
        default: "there is no stored copy to fall back on"
        }
    }

    /// Its notes, a sentence each.
    var noteLines: [String] { notes.map { "\(source): \($0)" } }
}

extension [RefreshOutcome] {
    /// The first notes of automatic refreshes, and the number of the rest.
    package var firstNotes: [String] {
        let lines = flatMap(\.noteLines)
        let rest = lines.count - 3
        let others = rest == 1 ? "1 more note; “sources” shows it" : "\(rest) more notes; “sources” shows them"
        return lines.prefix(3) + (rest > 0 ? ["and \(others)"] : [])
    }
}
