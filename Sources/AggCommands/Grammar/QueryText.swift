extension CommandLine {
    /// The words of a query that is not part of a line, such as one typed into a web page: quotes and escapes work as at
    /// the prompt, but nothing separates commands, redirects output, or starts a comment.
    package static func words(ofQuery text: String) -> [Word] {
        var splitter = StatementSplitter(text, isQuery: true)
        return splitter.words()
    }
}

extension CommandLine {
    /// Words as a query that can be typed again.
    package static func query(_ words: [Word]) -> String { words.map(\.typed).joined(separator: " ") }

    /// A condition on a column as it can be typed, such as `country:"New Zealand"`.
    package static func condition(_ column: String, _ value: String) -> String {
        "\(column):\(GrammarText.written(value))"
    }
}
