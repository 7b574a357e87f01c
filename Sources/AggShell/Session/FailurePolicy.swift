/// When a script ends early.
package struct FailurePolicy: Hashable, Sendable {
    /// Whether it ends at the first command that failed (`--bail`).
    package var stopsAtFailure = false
    /// Whether a command that was only partly done (status 6) counts as failed (`--strict`).
    package var isStrict = false

    /// Makes a policy; without arguments a script goes on whatever happens.
    package init(stopsAtFailure: Bool = false, isStrict: Bool = false) {
        self.stopsAtFailure = stopsAtFailure
        self.isStrict = isStrict
    }
}
