import Foundation
import Testing

/// Every path in `Docs/Architecture.md` exists.
@Suite struct ArchitecturePageTests {
    private static let page = MarkdownPage(path: "Docs/Architecture.md")
    /// The texts in backquotes that are paths, such as `AggApp/Run.swift` or `Plugins/Cities`.
    private static let paths: [String] = {
        let quoted = page.prose.flatMap { _, line in
            line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        let paths = quoted.filter {
            $0.contains("/") && !$0.contains("NAME") && !$0.contains(" ") && !$0.contains(".d/")
        }
        return Array(Set(paths)).sorted()
    }()

    @Test func `the page names files`() {
        #expect(Self.paths.count { $0.hasSuffix(".swift") } > 30)
    }

    @Test(arguments: paths)
    func `every file that the page names exists`(path: String) {
        #expect(
            ["", "Sources/", "Docs/"].contains { PackageTree.exists($0 + path) }, "Docs/Architecture.md names \(path)")
    }

    @Test func `the page shows the modules`() throws {
        try GeneratedBlock(page: "Docs/Architecture.md", name: "modules").check(ModuleGraph(PackageTree.shipped).lines)
    }

    @Test func `the diagram omits arrows that others imply`() {
        let graph = ModuleGraph([
            SwiftFile(path: "Sources/App/Zero.swift", text: "import ASource\nimport A2Source"),
            SwiftFile(path: "Plugins/A/One.swift", text: "import B\nimport C\nimport Foundation"),
            SwiftFile(path: "Plugins/A2/One.swift", text: "import C"),
            SwiftFile(path: "Sources/B/Two.swift", text: "package import C"),
            SwiftFile(path: "Sources/C/Three.swift", text: ""),
        ])
        #expect(graph.lines == ["graph TD", "    App --> Plugins", "    B --> C", "    Plugins --> B"])
    }

    @Test(arguments: PackageTree.modules.filter { $0.hasPrefix("Sources/") })
    func `every module is in the table`(module: String) {
        #expect(Self.page.lines.contains { $0.hasPrefix("| `\(module)` |") })
    }
}
