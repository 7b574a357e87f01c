package import AggSource

/// The state of a source: loading, or holding the answer of its last load.
package enum SourceState: Hashable, Sendable {
    /// A load is in progress.
    case loading
    /// The last load returned rows, possibly stale ones.
    case loaded(LoadedSource)
    /// The last load failed, and there is nothing to fall back on.
    case failed(SourceError)

    /// The events that change a source's state.
    package enum Input: Hashable, Sendable {
        /// A refresh was requested.
        case refresh
        /// A load ended with rows.
        case loaded(LoadedSource)
        /// A load failed.
        case failed(SourceError)
    }

    /// The state after an input; nil if nothing changes: a refresh while loading joins the current load, and the end of
    /// a load that nobody waits for is dropped.
    package func next(on input: Input) -> SourceState? {
        switch (self, input) {
        case (.loading, .loaded(let loaded)): .loaded(loaded)
        case (.loading, .failed(let error)): .failed(error)
        case (.loaded, .refresh), (.failed, .refresh): .loading
        case (.loading, .refresh), (.loaded, .loaded), (.loaded, .failed), (.failed, .loaded), (.failed, .failed): nil
        }
    }
}

/// A change in a source's state, with the input that caused it.
package struct SourceTransition: Hashable, Sendable {
    /// The input.
    package var input: SourceState.Input
    /// The new state.
    package var state: SourceState

    /// Creates a transition.
    package init(input: SourceState.Input, state: SourceState) {
        self.input = input
        self.state = state
    }
}
