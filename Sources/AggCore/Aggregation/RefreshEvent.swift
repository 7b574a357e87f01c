package import AggSource

/// What happens while sources are refreshed side by side.
package enum RefreshEvent: Hashable, Sendable {
    /// A source's load began.
    case started(SourceID)
    /// A source's load is further.
    case progressed(SourceID, LoadProgress)
    /// A source's load ended.
    case finished(RefreshOutcome)
}
