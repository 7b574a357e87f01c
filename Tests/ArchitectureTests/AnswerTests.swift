import Testing

/// Adding an output format or a kind of answer touches only a few known places.
@Suite struct AnswerTests {
    @Test(arguments: ["ndjson", "csv", "tsv", "markdown", "html"])
    func `only two files use output formats by name`(form: String) {
        let knowing = PackageTree.files(of: "Sources/AggCommands").filter {
            !$0.places(of: "case .\(form)").isEmpty || !$0.places(of: "== .\(form)").isEmpty
        }
        #expect(
            Set(knowing.map(\.path)).isSubset(of: [
                "Sources/AggCommands/Declaration/OutputFormat.swift", "Sources/AggCommands/Rendering/Renderer.swift",
            ]))
        #expect(!knowing.isEmpty)
    }

    @Test func `code that runs commands and renders answers uses no kind of answer`() {
        let folders = ["Rendering", "Running"].map { "Sources/AggCommands/\($0)/" }
        let files = PackageTree.shipped.filter { file in folders.contains { file.path.hasPrefix($0) } }
        #expect(files.count > 10)
        for kind in kinds {
            #expect(files.flatMap { $0.places(of: kind) } == [], "\(kind) is known outside its file and its commands")
        }
    }

    /// The types of answers.
    private var kinds: [String] {
        let kinds = PackageTree.shipped.filter { $0.path.hasPrefix("Sources/AggCommands/Answers/") }
            .flatMap(\.code).compactMap { $0.text.firstMatch(of: /(?:struct|extension) (\w+): Answer \{/) }
            .map { String($0.1) }
        #expect(kinds.count > 10)
        return kinds
    }
}
