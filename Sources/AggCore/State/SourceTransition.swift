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
