/// The columns that `--columns` asks for: `title,url` only these, `*` all there are, `+stars` one more than the usual ones.
package struct ColumnChoice: Hashable, Sendable {
    /// What the named columns are added to.
    package enum Base: Hashable, Sendable {
        /// Nothing: they are all that is shown.
        case none
        /// The usual columns.
        case usual
        /// All columns.
        case all
    }

    /// What the named columns are added to.
    package private(set) var base = Base.none
    /// The columns by name, in the order given.
    package private(set) var names: [String] = []

    /// The text that was read.
    let text: String

    /// Reads names with commas between them.
    init(_ text: String) {
        self.text = text
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if name == "*" {
                base = .all
            } else if name.hasPrefix("+") {
                if base == .none { base = .usual }
                names.append(String(name.dropFirst()))
            } else {
                names.append(name)
            }
        }
    }
}
