import AggSource

/// Which columns make the title, the subtitle, the date and the key of a record; nil where none does.
struct SODARoles: Hashable {
    var title: String?
    var subtitle: String?
    var date: String?
    var key: String?

    init(title: String? = nil, subtitle: String? = nil, date: String? = nil, key: String? = nil) {
        (self.title, self.subtitle, self.date, self.key) = (title, subtitle, date, key)
    }

    /// The columns that the configuration names.
    init(_ configuration: SourceConfiguration) {
        self.init(
            title: configuration.text("title"), subtitle: configuration.text("subtitle"),
            date: configuration.text("date"), key: configuration.text("key"))
    }

    /// The roles that have a column, by their names in the configuration.
    var named: [(role: String, column: String)] {
        [("title", title), ("subtitle", subtitle), ("date", date), ("key", key)].compactMap { role, column in
            column.map { (role, $0) }
        }
    }
}
