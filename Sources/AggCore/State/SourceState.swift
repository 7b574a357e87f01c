package import AggSource

/// What a source is doing: loading, or holding the answer of its last load.
package enum SourceState: Hashable, Sendable {
    /// A load is under way.
    case loading
    /// The last load gave rows, perhaps stale ones.
    case loaded(LoadedSource)
    /// The last load failed and nothing serves in its place.
    case failed(SourceError)

    /// What can happen to a source.
    package enum Input: Hashable, Sendable {
        /// Someone wants it refreshed.
        case refresh
        /// A load ended with rows.
        case loaded(LoadedSource)
        /// A load ended without.
        case failed(SourceError)
    }

    /// The state after an input; nil if the input changes nothing: a refresh while loading joins the load in progress,
    /// and the end of a load that nobody waits for is dropped.
    package func next(on input: Input) -> SourceState? {
        switch (self, input) {
        case (.loading, .loaded(let loaded)): .loaded(loaded)
        case (.loading, .failed(let error)): .failed(error)
        case (.loaded, .refresh), (.failed, .refresh): .loading
        case (.loading, .refresh), (.loaded, .loaded), (.loaded, .failed), (.failed, .loaded), (.failed, .failed): nil
        }
    }
}

/// A change of a source's state, with the input that caused it.
package struct SourceTransition: Hashable, Sendable {
    /// What happened.
    package var input: SourceState.Input
    /// The state it led to.
    package var state: SourceState

    /// Makes a transition.
    package init(input: SourceState.Input, state: SourceState) {
        self.input = input
        self.state = state
    }
}
