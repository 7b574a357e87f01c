/// Says what a source now holds: origin, count, time, reason.
///
/// It never carries the rows.
public protocol SourceLoader: Sendable {
    /// Loads the source.
    ///
    /// - Throws: Any `SourceError`.
    func load() async throws(SourceError) -> LoadedSource
}
