import AggCore

/// An output as JSON: the envelope that scripts depend on, version 1.
struct AnswerDocument {
    let output: CommandOutput

    init(_ output: CommandOutput) {
        self.output = output
    }

    /// The member of the envelope that holds the rows; nil where they are few, and in the envelope already.
    var rowsName: String? {
        switch output.body {
        case .records, .record: "records"
        case .table, .picture: "rows"
        case .changes: "changes"
        default: nil
        }
    }

    /// The envelope; the member that `rowsName` names is left empty, for the items to be written one by one.
    var envelope: JSONObject {
        var object: JSONObject = ["agg": 1, "command": .string(output.command)]
        switch output.body {
        case .records(let answer, let query, _):
            addRecords(answer, query, to: &object)
        case .record(let answer, _):
            addRecords(answer, nil, to: &object)
        case .sources(let statuses):
            addCount(statuses.count, to: &object)
            object["sources"] = .array(statuses.map { Self.source($0, matched: nil) })
            object["records"] = .array([])
        case .source(let details):
            addCount(1, to: &object)
            object["sources"] = .array([SourceDocument(details, source: Self.source(details.status, matched: nil)).json]
            )
            object["records"] = .array([])
        case .change(let report):
            addCount(report.sources.count, to: &object)
            object["message"] = .string(report.messages.joined(separator: " "))
            object["findings"] = .array(report.findings.map(JSONValue.string))
            object["sources"] = .array(report.sources.map { Self.source($0, matched: nil) })
            object["records"] = .array([])
        case .outcomes(let outcomes, let statuses):
            addCount(outcomes.count, to: &object)
            object["outcomes"] = .array(outcomes.map(Self.outcome))
            object["sources"] = .array(statuses.map { Self.source($0, matched: nil) })
            object["records"] = .array([])
        case .favorite(let report):
            addCount(report.rows.count, to: &object)
            object["message"] = .string(report.messages.joined(separator: " "))
            object["favorites"] = .integer(Int64(report.count))
            object["limit"] = .integer(Int64(report.limit))
            object["records"] = .array(report.rows.map(record))
        case .settings(let settings):
            addCount(settings.count, to: &object)
            object["settings"] = .array(settings.map(Self.setting))
        case .saved(let searches):
            addCount(searches.count, to: &object)
            object["saved"] = .array(searches.map(Self.saved))
        case .table(let report): addTable(report, to: &object)
        case .changes(let report): addChanges(report, to: &object)
        case .picture(let picture): addTable(picture.report, to: &object)
        case .health(let report):
            addCount(report.findings.count, to: &object)
            object["checks"] = .array(report.findings.map(Self.finding))
            object["repairs"] = .array(report.repairs.map(Self.repair))
        case .text(let text):
            addCount(0, to: &object)
            object["text"] = .string(text)
        case .nothing: break
        }
        // What is not about sources or records says so by empty lists: a script can rely on both.
        for name in ["sources", "records"] where object[name] == nil { object[name] = .array([]) }
        return object
    }

    /// How many documents the answer has.
    var count: Int {
        switch output.body {
        case .records(let answer, _, _), .record(let answer, _): answer.rows.count
        case .table(let report): report.table.rows.count
        case .changes(let report): report.answer.changes.count
        case .picture(let picture): picture.report.table.rows.count
        default: items.count
        }
    }

    /// One document of the answer, a line in `ndjson`.
    func item(_ index: Int) -> JSONValue {
        switch output.body {
        case .records(let answer, _, _), .record(let answer, _): record(answer.rows[index])
        case .table(let report): report.document(index)
        case .changes(let report): report.document(index)
        case .picture(let picture): picture.report.document(index)
        default: items[index]
        }
    }

    /// The documents of an answer that is short.
    private var items: [JSONValue] {
        switch output.body {
        case .sources(let statuses): statuses.map { Self.source($0, matched: nil) }
        case .source(let details): [SourceDocument(details, source: Self.source(details.status, matched: nil)).json]
        case .change(let report): report.sources.map { Self.source($0, matched: nil) }
        case .outcomes(let outcomes, _): outcomes.map(Self.outcome)
        case .favorite(let report): report.rows.map(record)
        case .settings(let settings): settings.map(Self.setting)
        case .saved(let searches): searches.map(Self.saved)
        case .health(let report): report.findings.map(Self.finding)
        case .text(let text): [["text": .string(text)]]
        case .records, .record, .table, .changes, .picture, .nothing: []
        }
    }

    private func addRecords(_ answer: RecordsAnswer, _ query: String?, to object: inout JSONObject) {
        object["query"] = query.map(JSONValue.string) ?? .null
        object["count"] = .integer(Int64(answer.rows.count))
        object["truncated"] = .boolean(answer.isTruncated)
        object["elapsed_ms"] = elapsed
        object["matched"] = answer.total.map { .integer(Int64($0)) } ?? .null
        object["sources"] = .array(answer.sources.map { Self.source($0.status, matched: $0.matched) })
        object["records"] = .array([])
        if !answer.suggestions.isEmpty { object["suggestions"] = .array(answer.suggestions.map(JSONValue.string)) }
        if !answer.notes.isEmpty { object["notes"] = .array(answer.notes.map(JSONValue.string)) }
    }

    private func addTable(_ report: TableReport, to object: inout JSONObject) {
        addCount(report.table.rows.count, to: &object)
        object["query"] = report.query.map(JSONValue.string) ?? .null
        object["truncated"] = .boolean(report.table.isTruncated)
        if let total = report.total { object["matched"] = .integer(Int64(total)) }
        object["sources"] = .array(report.sources.map { Self.source($0, matched: report.matched[$0.id]) })
        object["notes"] = .array((report.queryNotes + report.notes).map(JSONValue.string))
        object["columns"] = .array(report.table.columns.map(JSONValue.string))
        object["rows"] = .array([])
    }

    private func addChanges(_ report: ChangesReport, to object: inout JSONObject) {
        addCount(report.answer.changes.count, to: &object)
        object["query"] = .string(report.query)
        object["truncated"] = .boolean(report.answer.isTruncated)
        object["sources"] = .array(report.answer.sources.map { Self.source($0, matched: nil) })
        object["notes"] = .array(report.notes.map(JSONValue.string))
        object["refreshes"] = report.refreshes
        object["changes"] = .array([])
    }

    private func addCount(_ count: Int, to object: inout JSONObject) {
        object["query"] = .null
        object["count"] = .integer(Int64(count))
        object["truncated"] = false
        object["elapsed_ms"] = elapsed
    }

    private var elapsed: JSONValue { .decimal((output.elapsed.seconds * 100_000).rounded() / 100) }
}
