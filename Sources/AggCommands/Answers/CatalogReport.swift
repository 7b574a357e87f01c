import AggCore
import AggSource

/// The data sets that catalogs list for some words, numbered for `source add`.
struct CatalogReport: Answer {
    /// The words.
    let query: String
    /// The data sets, in the order of their numbers.
    let findings: [CatalogAnswer.Finding]
    /// The command that adds the first data set; nil if there is none.
    let addition: String?

    static let columnNames = ["number", "name", "portal", "rows", "updated", "description", "kind", "address"]

    var ownColumns: [String]? { Self.columnNames }

    func document(_ output: CommandOutput) -> AnswerDocument {
        let items = findings.enumerated().map { place, finding -> JSONValue in
            let entry = finding.entry
            return [
                "number": .integer(Int64(place + 1)), "name": .string(entry.name), "portal": .string(entry.portal),
                "rows": entry.rows.map { .integer(Int64($0)) } ?? .null,
                "updated": entry.updated.map { .string($0.text) } ?? .null,
                "description": entry.description.map(JSONValue.string) ?? .null,
                "kind": .string(finding.kind.description), "address": .string(entry.address),
            ]
        }
        var document = AnswerDocument(items, members: ["found": .array(items)])
        document.query = query
        return document
    }

    func cells(_ output: CommandOutput) -> AnswerTable? {
        let rows = findings.enumerated().map { place, finding -> [String] in
            let entry = finding.entry
            return [
                String(place + 1), entry.name, entry.portal, entry.rows.map(String.init) ?? "",
                entry.updated?.text ?? "", entry.description ?? "", finding.kind.description, entry.address,
            ]
        }
        return AnswerTable(Self.columnNames, rows, choosing: output.columns)
    }

    func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        guard !findings.isEmpty else {
            let text = "No data sets found for “\(query)”; try fewer or different words."
            return AnswerText(FooterLine(text).lines(presentation))
        }
        let columns: [TextTable.Column] = [
            .init(heading: "#", isRightAligned: true), .init(heading: "name", isFlexible: true, keeps: 24),
            .init(heading: "portal", isFlexible: true, keeps: 16, leaves: 2),
            .init(heading: "rows", isRightAligned: true), .init(heading: "updated", leaves: 1),
            .init(heading: "description", isFlexible: true, keeps: 16, leaves: 3),
        ]
        let rows = findings.enumerated().map { place, finding -> [String] in
            let entry = finding.entry
            return [
                String(place + 1), entry.name, entry.portal, entry.rows.map(String.init) ?? "–",
                entry.updated?.day ?? "–", entry.description ?? "",
            ]
        }
        let hint =
            addition.map { presentation.lines(of: "\nTo add the first data set, run “\($0)”.", .secondary) } ?? []
        return AnswerText(presentation.table(columns, rows) + hint)
    }
}
