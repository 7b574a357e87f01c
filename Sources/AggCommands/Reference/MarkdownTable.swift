/// A table in Markdown, for the generated pages.
enum MarkdownTable {
    /// Writes a table; a bar in a cell is escaped.
    static func text(_ head: [String], _ rows: [[String]]) -> String {
        let rows = rows.map { $0.map { $0.exchangingScalars { $0 == "|" ? "\\|" : nil } } }
        return ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
            .joined(separator: "\n")
    }
}
