import AggCore
import Synchronization

/// Says once per source, on standard error, that all there is of it is the bundled sample, and how to fetch the rest.
package final class StarterNotice: Sendable {
    private let told = Mutex<Set<SourceID>>([])

    /// Makes a notice that has told nobody yet.
    package init() {}

    func tell(of sources: [SourceStatus], _ streams: StandardStreams) {
        for source in sources where source.origin == .starter {
            guard told.withLock({ $0.insert(source.id).inserted }) else { continue }
            streams.writeError(
                "agg: \(source.id) has only its starter sample of \(source.records) records; "
                    + "fetch all with: agg refresh \(source.id)\n")
        }
    }
}
