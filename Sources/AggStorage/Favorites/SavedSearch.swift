/// A search that was saved under a name.
package struct SavedSearch: Hashable, Sendable {
    /// The name, given by the user.
    package var name: String
    /// The command as it can be typed.
    package var line: String

    /// Makes a saved search.
    package init(name: String, line: String) {
        self.name = name
        self.line = line
    }
}
