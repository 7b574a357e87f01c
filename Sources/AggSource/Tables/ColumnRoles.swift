/// The columns that provide the title, subtitle, date, and key of a record; nil if none does.
package struct ColumnRoles: Hashable, Sendable {
    /// The column of the title.
    package var title: String?
    /// The column of the subtitle.
    package var subtitle: String?
    /// The column of the record's date.
    package var date: String?
    /// The column that identifies a record.
    package var key: String?

    /// Creates roles.
    package init(title: String? = nil, subtitle: String? = nil, date: String? = nil, key: String? = nil) {
        (self.title, self.subtitle, self.date, self.key) = (title, subtitle, date, key)
    }

    /// Creates roles from a configuration.
    package init(_ configuration: SourceConfiguration) {
        self.init(
            title: configuration.text("title"), subtitle: configuration.text("subtitle"),
            date: configuration.text("date"), key: configuration.text("key"))
    }

    /// The roles, with columns replaced by those given under the roles' names.
    package func given(_ values: [String: String]) -> ColumnRoles {
        ColumnRoles(
            title: values["title"] ?? title, subtitle: values["subtitle"] ?? subtitle, date: values["date"] ?? date,
            key: values["key"] ?? key)
    }

    /// The roles, with each column replaced by its name in agg if there is one.
    package func renamed(_ name: (String) -> String?) -> ColumnRoles {
        func renamed(_ column: String?) -> String? { column.map { name($0) ?? $0 } }
        return ColumnRoles(
            title: renamed(title), subtitle: renamed(subtitle), date: renamed(date), key: renamed(key))
    }

    /// The roles that have a column, by their names in the configuration.
    package var named: [(role: String, column: String)] {
        [("title", title), ("subtitle", subtitle), ("date", date), ("key", key)].compactMap { role, column in
            column.map { (role, $0) }
        }
    }

    /// Why a given column cannot have its role: the table does not have it; nil if it has all of them.
    package func fault(among names: [String], where exists: (String) -> Bool) -> String? {
        named.first { !exists($0.column) }.map { ColumnHint.refusal(of: $0.column, as: $0.role, among: names) }
    }

    /// Notes about configured columns that a table does not have: those of roles, and those that `columns` lists.
    package func notes(
        onMissingFrom table: String, with names: [String], unlisted: [String], where exists: (String) -> Bool
    ) -> [String] {
        let listed = unlisted.map { (role: "columns", column: $0) }
        let missing = named.filter { !exists($0.column) } + listed
        return missing.map { ColumnHint.note(on: $0.column, as: $0.role, missingFrom: table, with: names) }
    }

    /// The roles that were inferred rather than given, such as “title complaint_type, key :id”; nil if none were.
    package func inferred(over given: ColumnRoles) -> String? {
        let roles = Set(given.named.map(\.role))
        let inferred = named.filter { !roles.contains($0.role) }
        return inferred.isEmpty ? nil : inferred.map { "\($0.role) \($0.column)" }.joined(separator: ", ")
    }

    /// The configuration keys of the roles.
    package static let parameters = [
        Parameter("key", .text, help: "The column that identifies a row; inferred by default."),
        Parameter("title", .text, help: "The column for the title; inferred by default."),
        Parameter(
            "subtitle", .text,
            help: "The column for the subtitle, such as the country of a city; inferred by default."),
        Parameter("date", .text, help: "The column with the record's date; inferred by default."),
    ]
}

/// The arguments of `source add KIND`: an address, and columns for roles such as `key:inspection_id`.
package struct TableRequest: Sendable {
    /// The configuration keys of every table on a server that can be asked for some of its rows.
    package static let parameters =
        [
            Parameter(
                "max_records", .integer(1...100_000_000), help: "The maximum number of rows to load; all by default.")
        ] + ColumnRoles.parameters + [ColumnList.parameter]

    /// The words that identify the data set.
    package let address: String
    /// The given columns.
    package let roles: ColumnRoles

    /// Reads a text.
    package init(_ text: String) {
        var roles = ColumnRoles()
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            let parts = word.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return true }
            let column = String(parts[1])
            switch parts[0] {
            case "key": roles.key = column
            case "title": roles.title = column
            case "subtitle": roles.subtitle = column
            case "date": roles.date = column
            default: return true
            }
            return false
        }
        // A path may contain spaces, so the text is kept unchanged if no role was removed from it.
        address = roles == ColumnRoles() ? text : words.joined(separator: " ")
        self.roles = roles
    }
}
