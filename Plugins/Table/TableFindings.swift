import AggSource
import Foundation

/// The findings about a table, in sentences and as a configuration.
struct TableFindings {
    let url: URL
    let finding: TableDetector.Finding
    /// Whether the key was given rather than detected.
    var isKeyGiven = false

    /// The proposed source.
    var discovery: Discovery {
        var values = finding.settings.values
        values["url"] = url.absoluteString
        var discovery = Discovery(findings: lines, id: id, values: values)
        discovery.columns = columns
        return discovery
    }

    /// A note that a table has only a header, with what the configuration leaves open until it has rows.
    static func noRows(_ given: TableSettings) -> String {
        let open = [given.roles.key == nil ? "the key" : nil, given.roles.title == nil ? "the title" : nil]
        let roles = open.compactMap(\.self).joined(separator: " and ")
        let choice = roles.isEmpty ? "" : "; once it has some, a refresh chooses \(roles)"
        guard given.columns == nil else { return "the table has no rows yet\(choice)" }
        let (then, time) = roles.isEmpty ? ("", " once the table has rows") : ("then ", "")
        return "the table has no rows yet\(choice); to filter by its columns, you must \(then)remove the source and "
            + "add it again\(time)"
    }

    /// A note on the columns detected for each role that the configuration leaves open, such as “detected: key id, title
    /// name”; nil if it leaves none open.
    static func note(on roles: TableRoles, besides given: TableRoles) -> String? {
        let given = given.named.map(\.role)
        let detected = roles.named.filter { !given.contains($0.role) }.map { role, columns in
            "\(role) " + (columns == [TableRoles.contentKey] ? "digest of the row" : columns.joined(separator: " "))
        }
        return detected.isEmpty ? nil : "detected: \(detected.joined(separator: ", "))"
    }

    private var lines: [String] {
        let survey = finding.survey
        let rows = survey.rows == 1 ? "1 row" : "\(survey.rows) rows"
        let count = survey.names.count == 1 ? "1 column" : "\(survey.names.count) columns"
        var lines = ["\(url.lastPathComponent): \(format), \(rows), \(count)"]
        if finding.settings.roles.isContentKey {
            let reason = isKeyGiven ? "" : "no column identifies the rows, so "
            lines.append(
                "Key: \(reason)the key is a digest of each row; a changed row becomes a new record, and favorites keep "
                    + "the old one")
        }
        if survey.check.skipped.count > 0 { lines.append("Rows: \(survey.check.skipped.text)") }
        lines += (finding.assumptions + survey.check.notes).map { "Note: \($0)" }
        return lines
    }

    /// What text with a delimiter is called, except for those with the name of their delimiter.
    private static let names = [
        "comma": "CSV", "tab": "TSV", "::": "text separated by “::”", "blanks": "text separated by blanks",
    ]

    private var format: String {
        let settings = finding.settings
        var parts: [String] = []
        switch settings.format ?? .csv {
        case .csv:
            let delimiter = Dialect.name(of: settings.delimiter ?? 44)
            parts = [Self.names[delimiter] ?? "text separated by \(delimiter)s"]
            if settings.widths != nil { parts = ["fixed-width text"] }
            if settings.hasHeader == false { parts.append("no header") }
        case .json: parts = [json(settings.items ?? "")]
        case .jsonl: parts = ["JSON Lines"]
        case .geojson: parts = ["GeoJSON"]
        case .columns: parts = ["JSON with a member for each column"]
        }
        return (parts + [settings.encoding?.title ?? ""]).joined(separator: ", ")
    }

    private func json(_ items: String) -> String {
        if let features = finding.survey.features, items == "features" { return features.rawValue }
        return switch items {
        case "": "JSON"
        case TableShape.members: "JSON with a member for each row"
        default: "JSON with rows at “\(items)”"
        }
    }

    private var columns: [Discovery.Column] {
        let survey = finding.survey
        let declared = Dictionary((finding.settings.columns ?? []).map { ($0.name, $0.kind) }) { first, _ in first }
        return survey.names.enumerated().map { index, name in
            let roles = finding.settings.roles.named.filter { $0.columns.contains(name) }.map(\.role)
            let isGeometry = name == JSONRows.geometry && finding.settings.format?.isJSON == true
            let examples = survey.firstRows.map { row in
                if Missing.isNull(row.bytes[row.trimmedRange(index)]) { return "" }
                let text = row.trimmedText(index)
                // Only the bounds of lines and areas are read, as two points.
                if isGeometry, let bounds = PlaceText(text)?.bounds { return "bounds \(bounds.text)" }
                return String(text.prefix(60)).replacing(String(ListText.separator), with: ", ")
            }
            return Discovery.Column(name: name, kind: declared[name], roles: roles, examples: examples)
        }
    }

    /// An id made of the words of the file name.
    private var id: String {
        var name = url.lastPathComponent
        for suffix in [".gz", ".csv", ".tsv", ".txt", ".json", ".jsonl", ".ndjson", ".geojson", ".psv", ".tab"]
        where name.lowercased().hasSuffix(suffix) { name = String(name.dropLast(suffix.count)) }
        return SourceID.proposal(for: name) ?? "table"
    }
}
