import AggSource

/// What each qualifier does: for the help, the manual, the reference, completion, and errors.
extension Qualifier {
    /// The value after the colon, as written in usage lines.
    package var value: String {
        switch self {
        case .source: "ID"
        case .is: "STATE"
        case .has: "PART"
        case .tag: "TAG"
        case .date: "DATE"
        case .near: "LATITUDE,LONGITUDE,DISTANCE"
        case .sort: "COLUMN,…"
        }
    }

    /// The values available in every query; `has` and `sort` also take columns.
    package var values: [String] {
        switch self {
        case .source, .tag, .near: []
        case .is: ["favorite", "stale"]
        case .has: ["coordinate", "date", "url", "subtitle", "tag", "note"]
        case .date: ["today", "yesterday"]
        case .sort: ["date", "title", "distance"]
        }
    }

    /// What it does, in a sentence or two.
    package var summary: String {
        switch self {
        case .source: "Only this source. Repeat the filter to search several sources."
        case .is:
            "favorite: only favorites. stale: only records from sources that are out of date or have only a starter sample."
        case .has:
            "Only records with this part (coordinate, date, url, subtitle, tag, or note) or with a value in this column."
        case .tag: "Only favorites with this tag."
        case .date:
            "The record's date: 2024, 2024-01, 2024-01-15, today, yesterday, 30d (30 days ago), or a range such as >30d (the last 30 days) or 2023..2024."
        case .near:
            "Within this distance (500m, 2km, 3mi, 800ft; default 10km) of a place. The nearest records come first unless the query contains words or sort:. Quote a value that contains spaces."
        case .sort:
            "Sort by date, title, distance (with near:), or a column; sort:-COLUMN reverses the order. Columns after a comma break ties. Missing values come last."
        }
    }

    /// Examples.
    package var examples: [QueryElement.Example] {
        switch self {
        case .source: [.init(query: "pizza source:chicago-inspections", effect: "a word in one source")]
        case .is: [.init(query: "is:favorite", effect: "your favorites")]
        case .has:
            [.init(query: "academy has:graduation_rate", effect: "academies whose graduation rate is known")]
        case .tag: [.init(query: "tag:lunch", effect: "your favorites with the tag “lunch”")]
        case .date: [.init(query: "date:2013-03-01..2013-03-05", effect: "records from these five days")]
        case .near:
            [
                .init(query: "near:40.75,-73.99,2km", effect: "everything within 2 km of a place in Manhattan"),
                .init(
                    query: "near:\"40.75N 73.99W 1 mi\"",
                    effect: "another way to write the place and the distance"),
            ]
        case .sort:
            [
                .init(query: "sort:-stars", source: "github", effect: "repositories with the most stars first"),
                .init(query: "source:nyc-schools sort:total_students", effect: "the smallest schools first"),
                .init(
                    query: "sort:borough,-total_students", source: "nyc-schools",
                    effect: "by borough, with the largest schools first"),
            ]
        }
    }
}
