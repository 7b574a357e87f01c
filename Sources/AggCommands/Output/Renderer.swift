package import AggCore

/// Turns what a command answers into text: the one place that switches over the forms.
package enum Renderer {
    /// The text of an output, with its last newline; empty when there is nothing to say.
    package static func render(_ output: CommandOutput, _ presentation: Presentation) -> String {
        if case .nothing = output.body { return "" }
        return switch presentation.format {
        case .table: TableFormat(presentation).render(output)
        case .list: ListFormat(presentation).render(output)
        case .json: JSONFormat.render(output)
        case .ndjson: NDJSONFormat.render(output)
        case .csv: CSVFormat.render(output)
        case .tsv: TSVFormat.render(output)
        case .markdown: MarkdownFormat.render(output)
        }
    }

    /// The line for an error: a sentence, or one JSON document.
    package static func render(_ error: CommandError, asJSON: Bool) -> String {
        guard asJSON else {
            let line = error.line.map { "line \($0): " } ?? ""
            return VisibleText.of("agg: \(line)\(error.message)") + "\n"
        }
        let document: JSONValue = .object([
            "agg": 1,
            "error": .object([
                "code": .string(error.code),
                "message": .string(error.message),
                "source": error.source.map { .string($0.description) } ?? .null,
                "line": error.line.map { .integer(Int64($0)) } ?? .null,
            ]),
        ])
        return document.text + "\n"
    }

    /// The lines for the faults of a configuration: a sentence each, or one JSON document.
    package static func render(_ faults: ConfigurationFaults, asJSON: Bool) -> String {
        guard asJSON else { return faults.faults.map { VisibleText.of("agg: \($0.line)") + "\n" }.joined() }
        let items = faults.faults.map { fault in
            JSONValue.object([
                "message": .string(fault.message),
                "file": fault.place.map { .string($0.file) } ?? .null,
                "line": fault.place.map { .integer(Int64($0.line)) } ?? .null,
            ])
        }
        let first = faults.faults.first?.line ?? ""
        let document: JSONValue = .object([
            "agg": 1,
            "error": .object([
                "code": "configuration", "message": .string(first), "source": .null,
                "line": faults.faults.first?.place.map { .integer(Int64($0.line)) } ?? .null,
            ]),
            "faults": .array(items),
        ])
        return document.text + "\n"
    }
}
