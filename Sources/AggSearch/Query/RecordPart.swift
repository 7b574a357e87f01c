/// Parts of every record that queries cannot filter by, unless a source has a column with that name.
package enum RecordPart {
    /// What to use instead of a filter such as `title:x`; nil if the name is not a part.
    package static func advice(onFilteringBy name: String) -> String? { advice[name] }

    /// Parts that the rows of an answer show next to each other; those of all sources are meant.
    package static let shown: Set = ["title", "subtitle", "latitude", "longitude"]

    private static let advice = [
        "title": "leave out “title:” (matches in titles come first anyway)",
        "subtitle": "leave out “subtitle:” (words match subtitles anyway)",
        "key": "“show SOURCE:KEY” shows a record", "address": "“show ADDRESS” shows a record",
        "url": "“has:url” finds records with a link", "link": "“has:url” finds records with a link",
        "latitude": "use “near:LATITUDE,LONGITUDE,DISTANCE” or “sql SELECT * FROM records WHERE latitude …”",
        "longitude": "use “near:LATITUDE,LONGITUDE,DISTANCE” or “sql SELECT * FROM records WHERE longitude …”",
        "note": "“favorites WORDS…” searches notes",
        "order": "“sort:COLUMN” sorts by a column", "in": "use “source:ID” to search one source",
        "prominence": "use “sql SELECT * FROM records WHERE prominence …”",
    ]
}
