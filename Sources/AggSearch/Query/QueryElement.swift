import AggSource

/// An element of the query language: its syntax, its meaning, and examples.
package struct QueryElement: Sendable {
    /// An example query and its result.
    package struct Example: Hashable, Sendable {
        /// The query.
        package var query: String
        /// The source whose records it lists; nil if it searches all sources.
        package var source: String?
        /// What it returns.
        package var effect: String

        /// The line at the prompt.
        package var line: String { source.map { "list \($0) \(query)" } ?? "search \(query)" }
        /// The same query for a search box, which searches all sources.
        package var searchQuery: String { source.map { "source:\($0) \(query)" } ?? query }
    }

    /// The syntax.
    package var form: String
    /// The meaning, in a sentence or two.
    package var summary: String
    /// Examples.
    package var examples: [Example]

    /// The introduction to queries.
    package static let introduction = """
        A query is a list of words and filters in any order; a record must match all of them. A query can also consist \
        of filters only. A search with an empty query shows your favorites.
        """

    /// A hint about quoting in a shell.
    package static let shellHint = """
        If you run agg from a shell, quote special characters: agg list github 'stars:>100000'. Quote each parenthesis \
        separately. At agg's own prompt and in its scripts, no quotes are needed.
        """

    /// Words and how to combine them.
    package static let words = [
        QueryElement(
            form: "WORD",
            summary: """
                Matches the start of a word anywhere in the record's text; case and accents are ignored. For columns \
                with numbers or dates, use COLUMN:VALUE.
                """,
            examples: [.init(query: "san jo", effect: "titles that begin with “san jo” come first")]),
        QueryElement(
            form: "\"WORDS\"", summary: "A phrase: these words, next to each other and in this order.",
            examples: [
                .init(
                    query: "\"high school\" -academy source:nyc-schools",
                    effect: "high schools, excluding academies")
            ]),
        QueryElement(
            form: "A OR B", summary: "Either term. A OR B C means (A OR B) C.",
            examples: [.init(query: "tokyo OR kyoto source:cities", effect: "cities with either name")]),
        QueryElement(
            form: "(A B)", summary: "A group, for use with OR or after a hyphen.",
            examples: [
                .init(
                    query: "(\"new york\" OR san) -(country:US OR country:MX)",
                    effect: "either name, except in two countries")
            ]),
        QueryElement(
            form: "-TERM", summary: "Excludes this whole word, phrase, filter, or group.",
            examples: [
                .init(query: "san source:cities -country:US", effect: "cities outside the United States")
            ]),
    ]

    /// Conditions on the columns listed by `schema` and `sources ID`.
    package static let columns = [
        QueryElement(
            form: "COLUMN:VALUE",
            summary: "The column has this value or, for a list, this item; case and accents are ignored.",
            examples: [
                .init(query: "borough:\"Staten Island\"", source: "nyc-schools", effect: "a value with a space"),
                .init(query: "topics:compiler", source: "github", effect: "an item in a list"),
            ]),
        QueryElement(
            form: "COLUMN:!=VALUE", summary: "Any other value or no value; same as -COLUMN:VALUE.",
            examples: [.init(query: "borough:!=Queens", source: "nyc-schools", effect: "schools outside Queens")]),
        QueryElement(
            form: "COLUMN:>VALUE", summary: "A number or date greater than this. Also >=, <, and <=.",
            examples: [
                .init(query: "stars:>=200000", source: "github", effect: "repositories with at least 200,000 stars"),
                .init(query: "created:<2010", source: "github", effect: "repositories created before 2010"),
            ]),
        QueryElement(
            form: "COLUMN:A..B", summary: "From A to B, inclusive. A.. and ..B are open-ended.",
            examples: [.init(query: "total_students:500..600", source: "nyc-schools", effect: "a range of numbers")]),
    ]

    /// The qualifiers.
    package static let qualifiers = Qualifier.allCases.map { qualifier in
        QueryElement(
            form: "\(qualifier.name):\(qualifier.value)", summary: qualifier.summary, examples: qualifier.examples)
    }

    /// All elements.
    package static let all = words + columns + qualifiers

    /// All elements under their headings, in the order they are explained.
    package static let sections: KeyValuePairs = ["Words": words, "Columns": columns, "Qualifiers": qualifiers]
}
