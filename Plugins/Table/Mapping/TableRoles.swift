import AggSource
import Foundation

/// The columns for the key, the title, and the other parts of a record; nil if there is none.
struct TableRoles: Hashable {
    /// The columns whose values together identify rows.
    var key: [String]?
    /// The columns of the title, joined by blanks.
    var title: [String]?
    var subtitle: String?
    /// The column of the date, or those of its year, month or quarter, and day.
    var date: [String]?
    var latitude: String?
    var longitude: String?
    /// The column with both coordinates in one text.
    var location: String?
    var link: String?

    /// The key for rows that no column identifies: a digest of the row.
    static let contentKey = ":content"

    /// Creates roles without columns.
    init() {}

    /// Reads the roles from a configuration.
    init(_ configuration: SourceConfiguration) {
        key = Self.list(configuration.text("key"))
        title = Self.list(configuration.text("title"))
        subtitle = configuration.text("subtitle")
        date = Self.list(configuration.text("date"))
        latitude = configuration.text("latitude")
        longitude = configuration.text("longitude")
        location = configuration.text("location")
        link = configuration.text("link")
    }

    /// Whether the key is a digest of the row.
    var isContentKey: Bool { key == [Self.contentKey] }

    /// The beginning of the names of columns about the same thing as the id of a row, such as “track_” of track_id; nil for another
    /// key.
    var keyStem: String? {
        guard let key, key.count == 1, let end = key[0].lastIndex(of: "_") else { return nil }
        return ColumnWords.ids.contains(String(key[0][end...].dropFirst())) ? String(key[0][...end]) : nil
    }

    /// Whether a column is part of the coordinates.
    func isPlace(_ column: String) -> Bool { [latitude, longitude, location].contains(column) }

    /// The roles that have columns, by their configuration keys.
    var named: [(role: String, columns: [String])] {
        let single = [
            ("latitude", latitude), ("longitude", longitude), ("location", location), ("link", link),
        ]
        let lists = [("key", key), ("title", title), ("subtitle", subtitle.map { [$0] }), ("date", date)]
        return lists.compactMap { role, columns in columns.map { (role, $0) } }
            + single.compactMap { role, column in column.map { (role, [$0]) } }
    }

    /// The same roles, with each column renamed.
    func renamed(_ rename: (String) -> String) -> TableRoles {
        var roles = self
        roles.key = key?.map(rename)
        roles.title = title?.map(rename)
        roles.subtitle = subtitle.map(rename)
        roles.date = date?.map(rename)
        roles.latitude = latitude.map(rename)
        roles.longitude = longitude.map(rename)
        roles.location = location.map(rename)
        roles.link = link.map(rename)
        return roles
    }

    private static func list(_ text: String?) -> [String]? {
        guard let text else { return nil }
        let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return names.isEmpty ? nil : names
    }
}
