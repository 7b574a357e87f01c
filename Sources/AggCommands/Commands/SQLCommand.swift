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
            If “> FILE” could also be a comparison, give the file an extension such as .csv, or write it as a path \
            such as ./result. Quote a name that contains spaces, and give it an extension: > 'my result.csv'. In a \
            shell, “agg sql -” runs the statements from standard input. “edit” opens the last statement in an editor; \
            “chart” and “map” draw its results. The function distance_km(latitude, longitude, latitude, longitude) is \
            also available.
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

    /// Those whose views the statement may name; nil if it may name a view of all sources.
    func sourcesRead(by arguments: Arguments, in context: CommandContext) async -> [String]? {
        let names = SQLText.names(in: arguments.words.map(\.text).joined(separator: " "))
        guard names.isDisjoint(with: SQLViews.commonNames), let views = try? await context.views() else { return nil }
        return views.sources.filter { names.contains(views.name(of: $0)) }.map(\.status.id.description)
    }

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
