import AggSource

/// An element of the query language: its syntax, its meaning, and examples.
package struct QueryElement: Sendable {
    /// An example line and its result.
    package struct Example: Hashable, Sendable {
        /// The line.
        package var line: String
        /// What it returns.
        package var effect: String
    }

    /// The syntax.
    package var form: String
    /// The meaning, in a sentence or two.
    package var summary: String
    /// Example lines.
    package var examples: [Example]

    /// The introduction to queries.
    package static let introduction = """
        A query is a list of words and filters in any order; a record must match all of them. A query can also consist \
        of filters only. With an empty query, “search” shows your favorites.
        """

    /// A hint about quoting in a shell.
    package static let shellHint = """
        If you run agg from a shell, quote special characters: agg list github 'stars:>100000'. At agg's own prompt \
        and in its scripts, no quotes are needed.
        """

    /// Words and how to combine them.
    package static let words = [
        QueryElement(
            form: "WORD",
            summary: """
                Matches the start of a word anywhere in the record's text; case and accents are ignored. For columns \
                with numbers or dates, use COLUMN:VALUE.
                """,
            examples: [.init(line: "search san jo", effect: "titles that begin with “san jo” come first")]),
        QueryElement(
            form: "\"WORDS\"", summary: "A phrase: these words, next to each other and in this order.",
            examples: [
                .init(
                    line: "search \"high school\" -academy source:nyc-schools",
                    effect: "high schools, excluding academies")
            ]),
        QueryElement(
            form: "A OR B", summary: "Either term. A OR B C means (A OR B) C.",
            examples: [.init(line: "search tokyo OR kyoto source:cities", effect: "cities with either name")]),
        QueryElement(
            form: "(A B)",
            summary:
                "A group, for use with OR or after a hyphen. In a shell, quote each parenthesis.",
            examples: [
                .init(
                    line: "search (\"new york\" OR san) -(country:US OR country:MX)",
                    effect: "either name, except in two countries")
            ]),
        QueryElement(
            form: "-TERM", summary: "Excludes this whole word, phrase, filter, or group.",
            examples: [
                .init(line: "search san source:cities -country:US", effect: "cities outside the United States")
            ]),
    ]

    /// Conditions on the columns listed by `schema` and `sources ID`.
    package static let columns = [
        QueryElement(
            form: "COLUMN:VALUE",
            summary: "The column has this value or, for a list, this item; case and accents are ignored.",
            examples: [
                .init(line: "list nyc-schools borough:\"Staten Island\"", effect: "a value with a space"),
                .init(line: "list github topics:compiler", effect: "an item in a list"),
            ]),
        QueryElement(
            form: "COLUMN:!=VALUE", summary: "Any other value or no value; same as -COLUMN:VALUE.",
            examples: [.init(line: "list nyc-schools borough:!=Queens", effect: "schools outside Queens")]),
        QueryElement(
            form: "COLUMN:>VALUE", summary: "A number or date greater than this. Also >=, <, and <=.",
            examples: [
                .init(line: "list github stars:>=200000", effect: "repositories with at least 200,000 stars"),
                .init(line: "list github created:<2010", effect: "repositories created before 2010"),
            ]),
        QueryElement(
            form: "COLUMN:A..B", summary: "From A to B, inclusive. A.. and ..B are open-ended.",
            examples: [.init(line: "list nyc-schools total_students:500..600", effect: "a range of numbers")]),
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
