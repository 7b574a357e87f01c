/// Chooses columns for the title, the subtitle, and the date of a record by their names and types.
package struct RoleInference: Sendable {
    private let columns: [Column]

    /// Creates an inference over the columns of a table.
    package init(columns: [Column]) {
        self.columns = columns
    }

    /// The given roles, with a missing title, subtitle, and date filled in; the key is left to the source.
    package func roles(over given: ColumnRoles) -> ColumnRoles {
        var roles = given
        roles.title = given.title ?? title
        roles.subtitle = given.subtitle ?? subtitle(beside: roles.title)
        roles.date = given.date ?? date
        return roles
    }

    /// Whether a name looks like that of an id, a code, or a number.
    package static func isCode(_ name: String) -> Bool {
        ColumnWords.has(name, ColumnWords.ids.union(ColumnWords.references).union(["zip", "bbl", "bin"]))
            || (name.hasSuffix("id") && !name.contains("_") && name.count > 3)
    }

    private var title: String? {
        let texts = texts.filter { column in
            !Self.isOf(["agency", "street", "cross", "city", "county", "state", "borough", "user"], column.name)
                && !Self.isCode(column.name)
        }
        if let named = best(of: texts, by: [["name", "title"], ["_name", "_title"], ["name", "title"]]) {
            return named
        }
        if let named = texts.first(where: { ColumnWords.has($0.name, ColumnWords.names) }) { return named.name }
        return best(of: texts, by: [[], [], ["type", "subject"]])
            ?? (texts.first ?? self.texts.first { !Self.isCode($0.name) } ?? self.texts.first ?? columns.first)?.name
    }

    private func subtitle(beside title: String?) -> String? {
        let texts = texts.filter { $0.name != title && !Self.isCode($0.name) }
        let places = ["address", "location", "street", "neighborhood", "borough", "city"]
        return best(of: texts, by: [["address"], ["_address"], places, ["type", "category", "description", "status"]])
            ?? texts.first?.name
    }

    private var date: String? {
        let dates = columns.filter { $0.kind == .date }
        return (dates.first { !ColumnWords.has($0.name, ColumnWords.lateDates) } ?? dates.first)?.name
    }

    /// The columns of texts, except e-mail addresses and other contacts if there are others.
    private var texts: [Column] {
        let texts = columns.filter { $0.kind == .text }
        let others = texts.filter { !ColumnWords.has($0.name, ColumnWords.contacts) }
        return others.isEmpty ? texts : others
    }

    /// The first column whose name equals one of the first words, else ends with one of the second, else contains one
    /// of the others.
    private func best(of columns: [Column], by wishes: [[String]]) -> String? {
        for (rank, words) in wishes.enumerated() {
            for word in words {
                let found = columns.first { column in
                    switch rank {
                    case 0: column.name == word
                    case 1: column.name.hasSuffix(word)
                    default: column.name.contains(word)
                    }
                }
                if let found { return found.name }
            }
        }
        return nil
    }

    private static func isOf(_ prefixes: [String], _ name: String) -> Bool {
        prefixes.contains { name == $0 || name.hasPrefix($0 + "_") }
    }
}
