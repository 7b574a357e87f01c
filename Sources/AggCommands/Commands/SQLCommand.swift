import AggCore
import AggSource
import AggStorage

/// `sql`: queries the store with SQL.
struct SQLCommand: Command {
    private static let timeout = Option(
        "--timeout", "SECONDS", in: 1...3_600,
        help: "Stop after this many seconds; by default, the timeout setting applies (initially 5 s).")

    let declaration = CommandDeclaration(
        name: "sql", summary: "Query the store with read-only SQL.",
        details: """
            The views are “records”, “favorites”, “sources”, and one view for each source, named after its id. An id \
            with a hyphen needs double quotes, as in FROM "chicago-inspections"; “schema” lists the names. If a \
            source's id is “records”, “favorites”, or “sources”, the name of its view includes its kind, as in \
            "records-table". The statement is the rest of the line exactly as typed, including quotes, up to a “;” at \
            the end of a word or up to an option. An incomplete statement, such as one that ends with a comma or \
            selects columns without FROM, continues on the next lines up to “;”. “> FILE” at the end saves the result. \
            If it could also be a comparison, give the file an extension such as .csv, or write it as a path such as \
            ./result. In a shell, “agg sql -” runs the statements from standard input. “edit” opens the last statement \
            in an editor; “chart” and “map” draw its results. The function distance_km(latitude, longitude, latitude, \
            longitude) is also available.
            """,
        arguments: [.init(name: "SELECT", value: .text, isRepeated: true)],
        options: [LimitOption.option("Show up to N rows; N can be “all”."), Self.timeout],
        examples: [
            .init(
                line: "sql SELECT country, count(*) AS n FROM cities GROUP BY country ORDER BY n DESC",
                effect: "the countries with the most cities"),
            .init(
                line: "sql SELECT dba_name, results FROM \"chicago-inspections\" WHERE results = 'Fail' --limit 5",
                effect: "a view whose name has a hyphen"),
        ])
    let readsRecords = true
    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let text = arguments.words.map(\.text).joined(separator: " ")
        guard text != "-" else {
            throw CommandError.usage(
                "“sql -” works only from a shell, as in “agg sql - < query.sql”; type the statement here")
        }
        return try await run(text, arguments, in: context)
    }

    /// Runs a statement with the row limit and timeout in the arguments.
    func run(_ text: String, _ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        try Self.checkForCommand(text)
        context.session.lastStatement = text
        let limit = arguments.limit ?? context.session.settings.limit
        let timeout = arguments[Self.timeout].map { Duration.seconds($0) } ?? context.session.settings.timeout
        let views = try await context.views()
        guard let sql = context.sql else {
            throw CommandError(code: "sql_refused", message: "no store to query")
        }
        do throws(SQLError) {
            let answer = try await sql.query(SQLQuery(text, views: views, limit: limit, timeout: timeout))
            let line = Self.oneLine(text)
            var report = TableReport(answer.table, query: line)
            report.more = more(line, beyond: limit, context)
            report.rowsAreRecords = true
            report.sources = views.sources(of: answer.views)
            return CommandOutput(report)
        } catch {
            throw CommandError(error, views: views, statement: text, hasOptions: !context.isServed)
        }
    }

    /// Checks that a text is not a command of sqlite3 or psql, such as `.tables` or `\d`.
    ///
    /// - Throws: A usage error that says which command lists the views.
    private static func checkForCommand(_ text: String) throws(CommandError) {
        guard let word = text.split(whereSeparator: \.isWhitespace).first, [".", "\\"].contains(word.prefix(1)) else {
            return
        }
        throw CommandError(
            code: "sql_invalid",
            message: "\(Quoted.text(String(word))) is not an SQL statement; “schema” lists the views and their columns",
            status: .usage)
    }

    /// Joins the lines of a statement.
    private static func oneLine(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        return SQLText.withoutComments("\n" + text).split(whereSeparator: \.isNewline)
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

extension SQLCommand {
    /// The command that shows more rows of a statement; at the prompt, the statement appears as typed.
    private func more(_ text: String, beyond limit: Int, _ context: CommandContext) -> String? {
        if context.isOneShot { return context.more([Word("sql"), Word(text)], beyond: limit) }
        return LimitOption.doubled(limit).map { "sql \($0) \(text)" }
    }
}

extension CommandContext {
    /// The views of the current sources.
    ///
    /// - Throws: A failure if the store cannot be read.
    func views() async throws -> SQLViews {
        let statuses = try await aggregator.statuses(usesCache: session.settings.usesCache)
        return SQLViews(
            statuses.map { status in
                SQLViews.Source(status: status, columns: aggregator.registry[status.id]?.dataSource.columns ?? [])
            })
    }
}

extension CommandError {
    /// Creates the error for a failed statement; for an unknown name, it suggests the closest one, and for a timeout, the
    /// option for more time if there are options.
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
        func written(_ name: String) -> String { name.allSatisfy { $0.isLetter || $0 == "_" } ? name : "\"\(name)\"" }
        if let first = used.first {
            let near = Nearest.word(
                to: unknown, among: used.flatMap { $0.columns.map(\.name) }.filter { $0 != unknown })
            return near.map { "; did you mean “\($0)”?" } ?? "; \(written(first.name)) has \(listed(first.columns))"
        }
        let owners = candidates.filter { $0.columns.contains { $0.name == unknown } }.map(\.name)
        guard let view = owners.first(where: { $0 == "records" }) ?? owners.last else {
            let names = views.views.map(\.name).filter { $0 != unknown }
            return Nearest.word(to: unknown, among: names).map { "; did you mean “\(written($0))”?" } ?? ""
        }
        let others =
            owners.count == 1 ? "" : owners.count == 2 ? " and 1 other view" : " and \(owners.count - 1) other views"
        return "; \(view)\(others) \(others.isEmpty ? "has" : "have") that column: add “FROM \(written(view))”"
    }

    /// The maximum number of columns to list.
    private static let mostColumns = 12

    private static func listed(_ columns: [SQLViews.ViewColumn]) -> String {
        let names = columns.prefix(mostColumns).map(\.name).joined(separator: ", ")
        return columns.count > mostColumns ? "\(names), and \(columns.count - mostColumns) more" : names
    }
}
