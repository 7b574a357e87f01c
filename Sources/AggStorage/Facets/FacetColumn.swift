package import AggSource

/// A column whose values are counted.
package struct FacetColumn: Hashable, Sendable {
    /// How values are grouped.
    package enum Grouping: Hashable, Sendable {
        /// Each value separately; for lists, each item.
        case values
        /// Numbers, in ranges if there are many.
        case numbers
        /// Dates, by month, or by year if there are many.
        case dates
    }

    /// A column that records of every source have.
    package enum Common: String, CaseIterable, Sendable {
        /// The id of the source.
        case source
        /// The title.
        case title
        /// The subtitle.
        case subtitle
        /// The date.
        case date
        /// Degrees north of the equator.
        case latitude
        /// Degrees east of Greenwich.
        case longitude
    }

    /// The name.
    package var name: String
    /// How values are grouped.
    package var grouping: Grouping
    /// The common column; nil for a source's own column.
    package var common: Common?

    /// Creates a column of a source.
    package init(_ name: String, _ grouping: Grouping = .values) {
        self.name = name
        self.grouping = grouping
    }

    /// Creates a column that every record has.
    package init(_ common: Common) {
        name = common.rawValue
        self.common = common
        grouping =
            switch common {
            case .source, .title, .subtitle: .values
            case .date: .dates
            case .latitude, .longitude: .numbers
            }
    }

    /// The value of a record in this column.
    package func value(of record: Record, from source: SourceID) -> FieldValue? {
        switch common {
        case nil: record[name]
        case .source: .text(source.description)
        case .title: .text(record.title)
        case .subtitle: record.subtitle.map(FieldValue.text)
        case .date: record.date.map(FieldValue.date)
        case .latitude: record.coordinate.map { .decimal($0.latitude) }
        case .longitude: record.coordinate.map { .decimal($0.longitude) }
        }
    }
}

extension Column.Kind {
    /// How values of this kind are grouped.
    package var grouping: FacetColumn.Grouping {
        switch self {
        case .text, .boolean, .list: .values
        case .integer, .decimal: .numbers
        case .date: .dates
        }
    }
}
