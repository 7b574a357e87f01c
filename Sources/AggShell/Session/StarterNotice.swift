import AggCore
import Synchronization

/// Says on standard error, once for every source, that all there is of it is the bundled sample, and how to fetch the rest.
package final class StarterNotice: Sendable {
    private let told = Mutex<Set<SourceID>>([])

    /// Makes a notice that has told nobody yet.
    package init() {}

    private func isNew(_ id: SourceID) -> Bool { told.withLock { $0.insert(id).inserted } }

    /// Tells of the sources of an answer in one line; says nothing where all of them have been told of.
    func tell(of sources: [SourceStatus], _ streams: StandardStreams) {
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
