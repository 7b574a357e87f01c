import Testing

/// Within a module, too, folders depend on each other in only one direction.
@Suite struct FolderTests {
    private static let graphs = PackageTree.modules.map { FolderGraph(module: $0, files: PackageTree.files(of: $0)) }

    @Test(arguments: graphs.map(\.module))
    func `folders use each other in only one direction`(module: String) {
        for graph in Self.graphs where graph.module == module {
            #expect(graph.faults.isEmpty, "\(graph.faults.joined(separator: "\n"))")
        }
    }

    @Test func `the page shows the order`() throws {
        let lines = Self.graphs.filter { $0.layers.count > 1 }.map { "\($0.module): \($0.line)" }
        try GeneratedBlock(page: "Docs/Architecture.md", name: "folders").check(lines)
    }

    @Test func `finds a cycle and names it`() {
        let graph = FolderGraph(
            module: "Sources/A",
            files: [
                SwiftFile(path: "Sources/A/Low/One.swift", text: "struct One {}"),
                SwiftFile(path: "Sources/A/Left/Two.swift", text: "struct Two { let one: One; let three: [Three] }"),
                SwiftFile(
                    path: "Sources/A/Right/Three.swift", text: "package struct Three { func two() -> Two? { nil } }"),
            ])
        #expect(graph.line == "Low")
        #expect(
            graph.faults == [
                "Left uses Right (Sources/A/Left/Two.swift: Three)",
                "Right uses Left (Sources/A/Right/Three.swift: Two)",
            ])
    }

    @Test(arguments: [
        ("let a = \"One\"", []), ("let a = \"\\(One.b)\"", ["One"]), ("a.One", []), ("// One", []),
        ("let a: One = \"\\(b(\"Two\", Three()))\" + Four()", ["One", "Three", "Four"]),
        ("let a = \"\"\"\n    One \"Two\"\n    \\(Three())\n    \"\"\"", ["Three"]),
    ])
    func `finds the types that code uses`(code: String, expected: [String]) {
        #expect(SwiftFile(path: "Sources/A/B.swift", text: code).typeNames == Set(expected.map { $0[...] }))
    }
}
