import AggSearch
import AggSource
import AggStorage

/// `schema`: lists the SQL views and their columns.
struct SchemaCommand: Command {
    let declaration = CommandDeclaration(
        name: "schema", aliases: ["\\d"], summary: "List the SQL views and their columns.",
        details: """
            The “view” column shows each name as written in SQL. In SQL, a hyphen means minus, so an id with a hyphen \
            needs double quotes: SELECT * FROM "chicago-inspections".
            """,
        arguments: [.init(name: "VIEW", value: .view, isOptional: true)],
        examples: [
            .init(line: "schema", effect: "all views and their columns"),
            .init(line: "schema cities", effect: "the columns of one view"),
        ])

    let answersTable = true

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        var views = try await context.views().views
        if let name = arguments.words.first?.text {
            let known = views.map(\.name)
            views.removeAll { $0.name.lowercased() != name.lowercased() }
            guard !views.isEmpty else {
                let hint = Nearest.hint(to: name, among: known)
                let advice = hint.isEmpty ? "; “schema” lists the views" : hint
                throw CommandError.usage("no such view “\(name)”\(advice)", help: declaration)
            }
        }
        let rows = views.flatMap { view in
            view.columns.map { column -> [JSONValue] in
                [
                    .string(Self.written(view.name)), .string(Self.written(column.name)), .string(column.type),
                    .string(column.summary),
                ]
            }
        }
        var report = TableReport(DataTable(columns: ["view", "column", "type", "meaning"], rows: rows))
        if let view = views.first(where: { Self.written($0.name) != $0.name }) {
            report.notes = ["an id with a hyphen needs double quotes in SQL: SELECT * FROM \(Self.written(view.name))"]
        }
        return CommandOutput(report)
    }

    /// A name as written in SQL.
    static func written(_ name: String) -> String {
        let isPlain = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isPlain ? name : "\"" + name.replacingEach("\"", with: "\"\"") + "\""
    }
}
