import AggCommands
import AggCore
import Synchronization

/// Says on standard error, once for every source, that all there is of it is the bundled sample, or nothing, and how to
/// fetch the rest.
package final class MissingRowsNotice: Sendable {
    private let told = Mutex<Set<SourceID>>([])

    /// Makes a notice that has told nobody yet.
    package init() {}

    private func isNew(_ id: SourceID) -> Bool { told.withLock { $0.insert(id).inserted } }

    /// Tells of the sources of an answer in one line; says nothing where all of them have been told of, or where one without
    /// any rows does not matter beside those that have some.
    func tell(of sources: [SourceStatus], _ streams: StandardStreams) {
        if !sources.isEmpty, sources.allSatisfy({ $0.origin == nil }) {
            for source in sources where isNew(source.id) {
                let reason = source.reason.map { " (\($0))" } ?? ""
                streams.writeError(
                    VisibleText.of(
                        "agg: \(source.id) has no rows yet\(reason); fetch them with: agg refresh \(source.id)") + "\n")
            }
            return
        }
        let new = sources.filter { $0.origin == .starter && isNew($0.id) }
        guard let first = new.first else { return }
        let ids = new.map(\.id.description)
        let what =
            new.count == 1
            ? "\(first.id) has only its starter sample of \(first.records) records"
            : "\(ids.joined(separator: ", ")) have only their starter samples"
        streams.writeError("agg: \(what); fetch all with: agg refresh \(ids.joined(separator: " "))\n")
    }
}
