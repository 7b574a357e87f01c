import AggCore
import AggSource
import AggStorage

extension CommandError {
    /// Creates the error for a failed statement; for an unknown name, it suggests the closest one, and for a timeout,
    /// the option for more time if there are options.
    init(_ error: SQLError, views: SQLViews, statement: String = "", hasOptions: Bool = true) {
        switch error {
        case .refused(let reason):
            self.init(code: "sql_refused", message: reason)
        case .invalid(let detail):
            let unknown = detail.firstRange(of: "no such").map { _ in
                String(detail.split(separator: " ").last ?? "").split(separator: ".").last.map(String.init) ?? ""
            }
            let hint =
                Self.hyphenHint(in: statement, views) ?? unknown.flatMap { Self.quoteHint(to: $0, in: statement) }
                ?? unknown.map { Self.hint(to: $0, in: statement, isTable: detail.contains("no such table"), views) }
                ?? ""
            self.init(code: "sql_invalid", message: "SQL error: \(detail)\(hint)", status: .usage)
        case .failed(let detail): self.init(code: "sql_failed", message: "the SQL statement failed: \(detail)")
        case .timedOut(let limit):
            let seconds = limit.components.seconds
            let longer = min(seconds * 4, 3_600)
            self.init(
                code: "sql_timeout",
                message: "the SQL statement timed out after \(seconds) s"
                    + (hasOptions
                        ? "; allow more time with “--timeout \(longer)” or “set timeout \(longer)s”" : ""))
        case .cancelled: self = .interrupted
        case .store(let error): self.init(error)
        }
    }

    /// The suggestion for an unquoted view name with a hyphen; nil if there is none.
    private static func hyphenHint(in statement: String, _ views: SQLViews) -> String? {
        let words = statement.split { $0.isWhitespace || "(),;.".contains($0) }
        let name = views.views.map(\.name).first { name in
            name.contains("-") && words.contains { $0.lowercased() == name.lowercased() }
        }
        return name.map { "; an id with a hyphen needs double quotes: \"\($0)\"" }
    }

    /// The suggestion for text in double quotes, which SQL reads as a name; nil if the name was not quoted.
    private static func quoteHint(to unknown: String, in statement: String) -> String? {
        statement.contains("\"\(unknown)\"") ? "; put text in single quotes: '\(unknown)'" : nil
    }

    /// The suggestion for an unknown name of a table or a column: the closest one, or else the columns of the view in
    /// the statement, or the view that has the column.
    private static func hint(
        to unknown: String, in statement: String, isTable: Bool, _ views: SQLViews
    ) -> String {
        let candidates = isTable ? [] : views.views
        let words = Set(statement.split { !($0.isLetter || $0.isNumber || "-_".contains($0)) }.map { $0.lowercased() })
        let used = candidates.filter { words.contains($0.name) }
        if let first = used.first {
            let near = Nearest.word(
                to: unknown, among: used.flatMap { $0.columns.map(\.name) }.filter { $0 != unknown })
            return near.map { "; did you mean “\($0)”?" }
                ?? "; \(SchemaCommand.written(first.name)) has \(listed(first.columns))"
        }
        let owners = candidates.filter { $0.columns.contains { $0.name == unknown } }.map(\.name)
        guard let view = owners.first(where: { $0 == "records" }) ?? owners.last else {
            let names = views.views.map(\.name).filter { $0 != unknown }
            let near = Nearest.word(to: unknown, among: names)
            return near.map { "; did you mean “\(SchemaCommand.written($0))”?" } ?? ""
        }
        let others =
            owners.count == 1 ? "" : owners.count == 2 ? " and 1 other view" : " and \(owners.count - 1) other views"
        let verb = others.isEmpty ? "has" : "have"
        return "; \(view)\(others) \(verb) that column: add “FROM \(SchemaCommand.written(view))”"
    }

    /// The maximum number of columns to list.
    private static let mostColumns = 12

    private static func listed(_ columns: [SQLViews.ViewColumn]) -> String {
        let names = columns.prefix(mostColumns).map(\.name).joined(separator: ", ")
        return columns.count > mostColumns ? "\(names), and \(columns.count - mostColumns) more" : names
    }
}
