package import AggSource

/// Converts the output of commands into text: the only place that switches over the formats.
package enum Renderer {
    /// The text of an output, including its last newline; empty if there is nothing to show.
    package static func render(_ output: CommandOutput, _ presentation: Presentation) -> String {
        text(output, presentation).whole
    }

    /// The text of an output in pieces.
    package static func text(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        if output.isConfirmation, output.format == nil, presentation.format.isRowsAlone { return AnswerText("") }
        if output.isRefused, presentation.format != .json { return AnswerText("") }
        let output = output.withChosenColumns
        guard let answer = output.body else { return AnswerText("") }
        var presentation = presentation
        presentation.showsHeadings = output.hasHeadings
        return switch presentation.format {
        case .table: legible(TableFormat.text(answer, output, presentation), presentation)
        case .list: legible(ListFormat.text(answer, output, presentation), presentation)
        case .json: JSONFormat.text(answer, output)
        case .ndjson: NDJSONFormat.text(answer, output)
        case .csv: CSVFormat.text(answer, output)
        case .tsv: TSVFormat.text(answer, output)
        case .markdown: MarkdownFormat.text(answer, output)
        case .html: HTMLFormat.text(answer, output, presentation)
        }
    }

    private static func legible(_ text: AnswerText, _ presentation: Presentation) -> AnswerText {
        presentation.isPlain ? text.plain : text
    }

    /// The maximum width of an error message, so that it stays a sentence whatever was typed.
    private static let errorWidth = 1_000

    /// The line for an error: a sentence, wrapped to the width if there is one, or one JSON document.
    ///
    /// Secrets in URLs are masked.
    package static func render(
        _ error: CommandError, asJSON: Bool, _ presentation: Presentation = Presentation()
    ) -> String {
        let message = Secrets.masked(error.message)
        guard asJSON else {
            let line = DisplayWidth.cut(VisibleText.of("\(place(error))\(message)"), to: errorWidth)
            return named(line, .error, presentation)
        }
        var fault: JSONObject = [
            "code": .string(error.code),
            "message": .string(DisplayWidth.cut(message, to: errorWidth)),
            "source": error.source.map { .string($0.description) } ?? .null,
            "line": error.line.map { .integer(Int64($0)) } ?? .null,
        ]
        if let file = error.file { fault["file"] = .string(file) }
        let document: JSONValue = .object(["agg": 1, "error": .object(fault)])
        return document.text + "\n"
    }

    /// The script line, or the file and line of a script that was read.
    private static func place(_ error: CommandError) -> String {
        guard let line = error.line else { return error.file.map { "\($0): " } ?? "" }
        return error.file.map { "\($0):\(line): " } ?? "line \(line): "
    }

    /// The line for a remark in addition to an answer.
    package static func render(remark: String, _ presentation: Presentation = Presentation()) -> String {
        named(VisibleText.of(remark), .warning, presentation)
    }

    /// A line after the colored name of the program, wrapped to the width if there is one.
    private static func named(_ line: String, _ role: Style.Role, _ presentation: Presentation) -> String {
        let name = "agg:"
        let text = WrappedText.of("\(name) \(line)", width: presentation.width)
        return presentation.style.text(name, role) + String(text.dropFirst(name.count)) + "\n"
    }

    /// The lines for configuration faults: a sentence each, or one JSON document.
    ///
    /// Secrets in URLs are masked.
    package static func render(
        _ faults: ConfigurationFaults, asJSON: Bool, _ presentation: Presentation = Presentation()
    ) -> String {
        guard asJSON else {
            return faults.faults.map { named(VisibleText.of(Secrets.masked($0.line)), .error, presentation) }.joined()
        }
        let items = faults.faults.map { fault in
            JSONValue.object([
                "message": .string(Secrets.masked(fault.message)),
                "file": fault.place.map { .string($0.file) } ?? .null,
                "line": fault.place.map { .integer(Int64($0.line)) } ?? .null,
            ])
        }
        let first = Secrets.masked(faults.faults.first?.line ?? "")
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

    /// A number that differs between two outputs if their answers do; times and ages don't count.
    package static func fingerprint(of output: CommandOutput) -> Int {
        var hasher = Hasher()
        let output = output.withChosenColumns
        if let cells = output.body?.cells(output) {
            let places = cells.columns.indices.filter { !passing.contains(cells.columns[$0]) }
            for row in 0..<cells.count {
                let texts = cells.row(row)
                for place in places where place < texts.count { hasher.combine(texts[place]) }
            }
        } else {
            var presentation = Presentation()
            presentation.showsTiming = false
            hasher.combine(render(output, presentation))
        }
        return hasher.finalize()
    }

    /// The columns that change over time by themselves.
    private static let passing: Set = ["age_s", "elapsed_ms"]
}
