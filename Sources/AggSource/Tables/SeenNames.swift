/// The names of the columns that rows have, in the order of first appearance, up to a limit.
package struct SeenNames: Sendable {
    /// The names.
    package private(set) var all: [String] = []
    private var known: Set<String> = []

    /// The maximum number of names to remember: rows can have names that are values, such as dates.
    private static let most = 1_000
    /// The maximum number of names in a note.
    private static let mostShown = 3

    /// Creates an empty list.
    package init() {}

    /// Adds names, except those that are already there.
    package mutating func add(_ names: some Sequence<String>) {
        for name in names where !known.contains(name) && all.count < Self.most {
            known.insert(name)
            all.append(name)
        }
    }

    /// The note on new columns that a configuration does not list; nil if there are none.
    package static func note(on names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(mostShown).map { "“\($0)”" }.joined(separator: ", ")
        let rest = names.count > mostShown ? ", …" : ""
        return names.count == 1
            ? "the rows have a new column \(shown) that is not listed in “columns”, so it is not kept"
            : "the rows have new columns \(shown)\(rest) that are not listed in “columns”, so they are not kept"
    }
}
