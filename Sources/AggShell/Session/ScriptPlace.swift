/// Where a command stands: on a line of the script, or of a file that was read.
package struct ScriptPlace: Hashable, Sendable {
    /// The file; nil for the script that the program was given.
    package var file: String?
    /// The line, from 1; nil where it was typed.
    package var line: Int?
    /// How many files deep.
    package var depth = 0

    /// Makes a place.
    package init(file: String? = nil, line: Int? = nil, depth: Int = 0) {
        self.file = file
        self.line = line
        self.depth = depth
    }
}

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
