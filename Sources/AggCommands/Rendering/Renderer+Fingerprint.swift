extension Renderer {
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
    private static let passing: Set = ["age", "age_s", "elapsed_ms", "time"]
}
