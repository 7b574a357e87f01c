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
