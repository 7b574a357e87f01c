import Foundation
import Testing

/// Inside a module, too, folders know each other in one direction only.
@Suite struct FolderTests {
    private static let graphs = PackageTree.modules.map { FolderGraph(module: $0, files: PackageTree.files(of: $0)) }
    private static let page = "Docs/Architecture.md"

    @Test(arguments: graphs.map(\.module))
    func `folders use each other in one direction`(module: String) {
        for graph in Self.graphs where graph.module == module {
            #expect(graph.faults.isEmpty, "\(graph.faults.joined(separator: "\n"))")
        }
    }

    /// `AGG_UPDATE_GOLDEN=1` writes the lines.
    @Test func `the page shows the order`() throws {
        let lines = Self.graphs.filter { $0.layers.count > 1 }.map { "\($0.module): \($0.line)" }
        let text = PackageTree.text(Self.page)
        let start = try #require(text.range(of: "<!-- folders -->\n\n```\n")).upperBound
        let end = try #require(text.range(of: "```\n", range: start..<text.endIndex)).lowerBound
        let block = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] != nil {
            try text.replacingCharacters(in: start..<end, with: block)
                .write(to: PackageTree.root.appending(path: Self.page), atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[start..<end]) == block, "AGG_UPDATE_GOLDEN=1 swift test --filter FolderTests writes it")
        }
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
    func `finds the types that code names`(code: String, expected: [String]) {
        #expect(SwiftFile(path: "Sources/A/B.swift", text: code).typeNames == Set(expected.map { $0[...] }))
    }
}
