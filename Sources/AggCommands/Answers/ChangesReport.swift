package import AggCore
import AggSearch
import AggSource
package import AggStorage
package import Foundation

/// The changes in some sources, with notes on them.
package struct ChangesReport: Answer {
    package var answer: ChangesAnswer
    /// The query, as typed.
    package var query: String
    /// The command that shows more; nil if absent.
    package var more: String?
    /// Notes needed to read it correctly, each a sentence without the final period.
    package var notes: [String]
    /// The selected columns; nil for all.
    var columns: [String]?

    /// Creates a report; without a time it covers the last refreshes.
    package init(_ answer: ChangesAnswer, since time: Date?, now: Date, query: String, more: String?) {
        self.answer = answer
        self.query = query
        self.more = more
        notes = Self.notes(answer, time, now)
    }

    static let columns = ["source", "address", "title", "kind", "at", "field", "from", "to"]

    /// A row for each changed value and for each added or removed record.
    var table: DataTable {
        let rows = answer.changes.flatMap { change -> [[JSONValue]] in
            let head: [JSONValue] = [
                .string(change.address.source.description), .string(change.address.description),
                .string(change.title), .string(change.kind.rawValue), Self.date(change.at),
            ]
            let values = change.fields.withoutNamesakes.map {
                [.string($0.name), Self.text($0.from), Self.text($0.to)]
            }
            return (values.isEmpty ? [[.null, .null, .null]] : values).map { head + $0 }
        }
        var report = TableReport(DataTable(columns: Self.columns, rows: rows))
        if let columns { report.choose(columns) }
        report.table.isTruncated = answer.isTruncated
        return report.table
    }

    package var sources: [SourceStatus] { answer.sources }
    package var concernedSources: [SourceStatus] { [] }
    package var values: DataTable? { table }
    package var isTruncated: Bool { answer.isTruncated }

    package mutating func choose(_ columns: [String]) -> Bool {
        self.columns = columns
        return true
    }

    package func document(_ output: CommandOutput) -> AnswerDocument {
        let members: JSONObject = [
            "sources": .array(answer.sources.map { $0.document() }), "notes": .array(notes.map(JSONValue.string)),
            "refreshes": refreshes, "changes": .array([]),
        ]
        var document = AnswerDocument(rows: "changes", count: answer.changes.count, members: members) {
            json(answer.changes[$0])
        }
        document.query = query
        document.isTruncated = answer.isTruncated
        return document
    }

    package mutating func addToMore(_ option: String) { more = more.map { "\($0) \(option)" } }

    package func cells(_ output: CommandOutput) -> AnswerTable? { TableReport(table).cells(output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        if presentation.expanded == .on, let list = list(output, presentation) { return list }
        return AnswerText(ChangesLayout(presentation).lines(self, elapsed: output.elapsed))
    }

    package func list(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText? {
        guard columns == nil else { return nil }
        let layout = ChangesLayout(presentation)
        let changes = answer.changes
        let footer = layout.footer(self, elapsed: output.elapsed)
        return AnswerText("", rows: changes.count, tail: footer.joined(separator: "\n") + "\n") { index in
            layout.listed(changes[index], index + 1).joined(separator: "\n") + "\n"
        }
    }

    /// A changed record as a JSON object with the selected columns.
    private func json(_ change: RecordChange) -> JSONValue {
        let fields = change.fields.withoutNamesakes.map { field -> JSONValue in
            ["name": .string(field.name), "from": field.from?.json ?? .null, "to": field.to?.json ?? .null]
        }
        let members: [(String, JSONValue)] = [
            ("source", .string(change.address.source.description)), ("address", .string(change.address.description)),
            ("title", .string(change.title)), ("kind", .string(change.kind.rawValue)), ("at", Self.date(change.at)),
            ("fields", .array(fields)),
        ]
        return .object(
            JSONObject(members.filter { isShown($0.0) }.map { JSONObject.Member($0.0, $0.1) }))
    }

    /// The refreshes that made the changes, as JSON.
    private var refreshes: JSONValue {
        .array(
            answer.refreshes.map { item in
                [
                    "source": .string(item.source.description), "at": Self.date(item.refresh.at),
                    "kind": .string(item.refresh.kind.rawValue), "added": .integer(Int64(item.refresh.added)),
                    "changed": .integer(Int64(item.refresh.changed)),
                    "removed": .integer(Int64(item.refresh.removed)),
                ]
            })
    }

    /// In JSON a record's values are grouped, so any of their columns selects them.
    private func isShown(_ name: String) -> Bool {
        guard let columns else { return true }
        return name == "fields" ? !Set(columns).isDisjoint(with: ["field", "from", "to"]) : columns.contains(name)
    }

    private static func date(_ instant: Date) -> JSONValue {
        RecordDate(instant: instant).map { .string($0.text) } ?? .null
    }

    private static func text(_ value: FieldValue?) -> JSONValue { value.map { .string($0.text) } ?? .null }

    private static func notes(_ answer: ChangesAnswer, _ time: Date?, _ now: Date) -> [String] {
        var notes: [String] = []
        for item in answer.refreshes {
            let (refresh, age) = (item.refresh, Age.text(Age.since(item.refresh.at, now: now)))
            switch refresh.kind {
            case .ordinary: break
            case .first:
                let records = RecordCount.text(refresh.added)
                notes.append("\(item.source): first refreshed \(age) ago, with \(records)")
            case .renewed:
                let totals = [(refresh.added, "added"), (refresh.changed, "changed"), (refresh.removed, "removed")]
                    .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
                notes.append(
                    "\(item.source): the refresh \(age) ago was the first after a change to the source's "
                        + "configuration or to how agg reads its data, so only totals are kept: "
                        + totals.joined(separator: ", "))
            }
        }
        for source in answer.sources.map(\.id) {
            guard let count = answer.forgotten[source] else { continue }
            let changes = count == 1 ? "1 more change is" : "\(count) more changes are"
            notes.append("\(source): \(changes) not shown because only the newest are kept (changes.limit)")
        }
        let failures = time == nil ? failures(answer) : [:]
        for source in answer.sources.map(\.id) {
            guard let failure = failures[source], answer.refreshes.contains(where: { $0.source == source }) else {
                continue
            }
            notes.append("\(source): \(failure), so these changes are from an earlier one")
        }
        for (source, last) in answer.unchanged {
            guard let last else { continue }
            let age = Age.text(Age.since(last, now: now))
            let state = failures[source] ?? (time == nil ? "unchanged by the last refresh" : "unchanged")
            notes.append("\(source): \(state); last changed \(age) ago")
        }
        let unknown = answer.unchanged.filter { $0.last == nil }.map(\.source.description)
        if !unknown.isEmpty { notes.append("no recorded changes in \(unknown.joined(separator: ", "))") }
        return notes
    }

    /// Why the last refresh of each source failed, as part of a sentence; only of those that failed.
    private static func failures(_ answer: ChangesAnswer) -> [SourceID: String] {
        let failed = answer.sources.filter { $0.failedAt != nil }
        return Dictionary(
            failed.map { ($0.id, "the last refresh failed" + ($0.reason.map { " (\($0))" } ?? "")) },
            uniquingKeysWith: { first, _ in first })
    }
}
