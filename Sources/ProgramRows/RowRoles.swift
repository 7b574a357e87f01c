package import AggSource

/// The columns for the properties of a record; nil for a property without a column.
package struct RowRoles: Hashable, Sendable {
    /// The columns that together identify a row; ``contentKey`` for a digest of the whole row.
    package var key: [String]?
    /// The column with the title.
    package var title: String?
    /// The column for the subtitle.
    package var subtitle: String?
    /// The column with the date.
    package var date: String?
    /// The column with the degrees north of the equator.
    package var latitude: String?
    /// The column with the degrees east of Greenwich.
    package var longitude: String?
    /// The column with the URL of a page.
    package var url: String?

    /// The key if no column identifies a row: a digest of all its values.
    package static let contentKey = ":content"

    /// The configuration parameters for the columns.
    package static let parameters = [
        Parameter(
            "key", .text,
            help:
                "The column that identifies a row, or several separated by commas; :content stands for a digest of the "
                + "row. Inferred by default."),
        Parameter("title", .text, help: "The column with the record's title; inferred by default."),
        Parameter(
            "subtitle", .text,
            help: "The column for the subtitle, such as the country of a city; inferred by default."),
        Parameter("date", .text, help: "The column with the record's date; inferred by default."),
        Parameter("latitude", .text, help: "The column with the latitude; inferred by default."),
        Parameter("longitude", .text, help: "The column with the longitude; inferred by default."),
        Parameter("url", .text, help: "The column with the record's URL; inferred by default."),
    ]

    /// Creates roles without columns.
    package init() {}

    /// Creates the roles given in the configuration.
    package init(_ configuration: SourceConfiguration) {
        key = configuration.text("key").map(Self.columns)
        title = configuration.text("title")
        subtitle = configuration.text("subtitle")
        date = configuration.text("date")
        latitude = configuration.text("latitude")
        longitude = configuration.text("longitude")
        url = configuration.text("url")
    }

    /// Creates the roles given by the values passed to `source add`.
    package init(given values: [String: String]) {
        key = values["key"].map(Self.columns)
        (title, subtitle, date) = (values["title"], values["subtitle"], values["date"])
        (latitude, longitude, url) = (values["latitude"], values["longitude"], values["url"])
    }

    /// The roles that have a column, with their names in the configuration.
    package var named: [(role: String, column: String)] {
        let keys = key?.map { NameList.item($0, quoting: ",") }.joined(separator: ", ")
        let pairs = [
            ("key", keys), ("title", title), ("subtitle", subtitle), ("date", date),
            ("latitude", latitude), ("longitude", longitude), ("url", url),
        ]
        return pairs.compactMap { role, column in column.map { (role, $0) } }
    }

    /// Notes on the inferred roles, such as "inferred from the columns: title name, key id".
    package func notes(over configured: RowRoles) -> [String] {
        let given = Set(configured.named.map(\.role))
        let inferred = named.filter { !given.contains($0.role) }
        guard !inferred.isEmpty else { return [] }
        let list = inferred.map { "\($0.role) \($0.column)" }.joined(separator: ", ")
        let content =
            key == [Self.contentKey] && configured.key == nil
            ? ["no column identifies the rows, so their content is the key; a changed row becomes a new record"]
            : []
        return ["inferred from the columns: \(list)"] + content
    }

    /// These roles, with missing ones taken from earlier fetches, or inferred if the columns of those are gone.
    ///
    /// A role that the first of the earlier ones lacks stays open.
    func filled(
        from former: [RowRoles], or inferred: RowRoles, where exists: (String) -> Bool
    ) -> RowRoles {
        guard let first = former.first else { return inferred }
        var roles = self
        roles.key = roles.key ?? first.key
        for role in [\RowRoles.title, \.subtitle, \.date, \.latitude, \.longitude, \.url]
        where self[keyPath: role] == nil && first[keyPath: role] != nil {
            roles[keyPath: role] =
                former.compactMap { $0[keyPath: role] }.first(where: exists) ?? inferred[keyPath: role]
        }
        return roles
    }

    private static func columns(_ text: String) -> [String] {
        NameList.items(of: text).map { $0.quoted ?? $0.rest }
    }
}

extension RowRoles {
    /// The columns that are not among the names of the rows' columns, each with its role.
    package func missing(among names: [String]) -> [(role: String, column: String)] {
        let keys = (key ?? []).filter { $0 != Self.contentKey }.map { (role: "key", column: $0) }
        return (keys + named.filter { $0.role != "key" }).filter { !names.contains($0.column) }
    }

    /// Returns normally if every column is among the names.
    ///
    /// - Throws: `SourceError.refused`, with the nearest name, or else all of them.
    package func check(among names: [String]) throws(SourceError) {
        guard let (role, column) = missing(among: names).first else { return }
        throw .refused(ColumnHint.refusal(of: column, as: role, among: names))
    }
}
