import AggCommands
import AggSource
import AggStorage
import Synchronization

/// Reports on standard error, once per source, that it has no rows or only the starter sample, and how to fetch
/// the full data.
package final class MissingRowsNotice: Sendable {
    private let told = Mutex<Set<SourceID>>([])
    private let program: String

    /// Creates a notice that suggests to start the program in this way.
    package init(program: String = "agg") {
        self.program = program
    }

    private func isNew(_ id: SourceID) -> Bool { told.withLock { $0.insert(id).inserted } }

    /// The maximum number of sources to name.
    private static let mostNames = 5

    /// Reports the sources of an answer in one line; omits sources already reported, those without any rows if others
    /// have some, those whose samples could not be stored or may not be shown, as an error has said why, and disabled
    /// ones, whose favorites are still shown.
    func tell(
        of sources: [SourceStatus], _ streams: StandardStreams, _ presentation: Presentation = Presentation()
    ) {
        let sources = sources.filter { $0.phase != .disabled }
        let isEmpty = !sources.isEmpty && sources.allSatisfy { $0.origin == nil }
        let new = sources.filter { source in
            (isEmpty || source.origin == .starter) && !source.lacksSample && !source.withholdsRows && isNew(source.id)
        }
        guard let first = new.first else { return }
        let names =
            new.count > Self.mostNames
            ? SourceCount.text(new, of: sources) : new.map(\.id.description).joined(separator: ", ")
        let ids = new.count > Self.mostNames ? "" : new.map { " \($0.id)" }.joined()
        let advice = presentation.isOffline ? "start agg without --offline" : "run: \(program) refresh\(ids)"
        let remark =
            if isEmpty {
                "\(names) \(new.count == 1 ? "has" : "have") no rows yet\(Self.reason(new)); to fetch them, \(advice)"
            } else if new.count == 1 {
                "\(names) has only a starter sample of \(first.records) records; for the full data, \(advice)"
            } else {
                "\(names) have only starter samples; for the full data, \(advice)"
            }
        streams.writeError(Renderer.render(remark: remark, presentation))
    }

    /// The reason of one source, or the common cause of several.
    private static func reason(_ sources: [SourceStatus]) -> String {
        let reasons = Set(sources.map { sources.count == 1 ? $0.reason : $0.cause })
        guard reasons.count == 1, let reason = reasons.first ?? nil else { return "" }
        return " (\(reason))"
    }
}
