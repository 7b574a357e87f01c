import AggCore
import AggSearch
import AggSource
import AggStorage

/// `related`: lists records that have something in common with a record.
struct RelatedCommand: Command {
    let declaration = CommandDeclaration(
        name: "related", summary: "List records, in any source, that have something in common with a given record.",
        details: """
            A record is related to the given one if it has the same title, link, or day, or is within 10 km of it. It \
            is also related if it contains one of the three rarest words in the given record's title and subtitle. A \
            word is rare in a source if no more than 2% of the source's records contain it; this limit is at least 4 \
            and at most 200 records. The “why” column shows what each record has in common with the given one; records \
            with the most in common come first.
            """,
        arguments: [.init(name: "ADDRESS|N", value: .record)],
        options: [LimitOption.option("Show up to N records; N can be “all”.")],
        examples: [
            .init(line: "related 1", effect: "records related to the first row of the last results"),
            .init(line: "related cities:2643743 --limit 5", effect: "the five most closely related records"),
        ])
    let readsRecords = true

    /// The maximum number of links to look for.
    private static let mostLinks = 3

    func run(_ arguments: Arguments, in context: CommandContext) async throws -> CommandOutput {
        let address = try context.address(arguments.words[0], for: declaration)
        let row = try await context.record(at: address).row
        let settings = context.session.settings
        let limit = arguments.limit ?? settings.limit
        let linked = try await linked(to: row.record, limit, context)
        let answer = try await context.aggregator.related(
            to: row, linked: linked, limit: limit, usesCache: settings.usesCache)
        let more = context.more([Word("related"), Word(address.description)], beyond: limit)
        return CommandOutput(RecordsReport(answer, query: address.description, more: more))
    }

    /// The records that contain a link of a record, as their own link or in a column.
    private func linked(
        to record: Record, _ limit: Int, _ context: CommandContext
    ) async throws -> [RecordAddress] {
        let values = [record.url] + record.fields.map { $0.value.text }
        let links = values.compactMap(\.self).filter { $0.hasPrefix("http://") || $0.hasPrefix("https://") }
        guard !links.isEmpty, let sql = context.sql else { return [] }
        func literal(_ text: String) -> String { "'" + text.replacingEach("'", with: "''") + "'" }
        let wanted = links.prefix(Self.mostLinks)
        let fields = "CAST(fields AS text)"
        let tests = wanted.map { link in
            // Every SQL dialect has this function, whereas functions that find a position differ.
            "replace(\(fields), \(literal(JSONValue.string(link).text)), '') <> \(fields)"
        }
        // Most records have no link at all, which is the quickest to find out.
        let text = """
            SELECT address FROM records WHERE url IN (\(wanted.map(literal).joined(separator: ", ")))
            OR \(fields) LIKE '%"http%' AND (\(tests.joined(separator: " OR ")))
            """
        let query = SQLQuery(
            text, views: try await context.views(), limit: max(50, limit), timeout: context.session.settings.timeout)
        do throws(SQLError) {
            return try await sql.query(query).table.rows.compactMap {
                $0.first?.stringValue.flatMap { RecordAddress($0) }
            }
        } catch .cancelled {
            throw CommandError.interrupted
        } catch {
            // Without links, other things in common still count.
            return []
        }
    }
}
