import Testing

/// `Docs/AddingASource.md` shows the example package whole, and nothing else; CI builds and runs that package.
@Suite struct GuideTests {
    private static let folder = "Docs/Examples/OwnAgg"
    /// A file as the page shows it: its path on a line of its own, and the block behind it.
    private static let shown = MarkdownPage(path: "Docs/AddingASource.md").namedBlocks

    @Test func `every file of the example is shown`() {
        let files = PackageTree.paths(folder: Self.folder).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".json") }
        #expect(Set(Self.shown.map(\.path)) == Set(files))
    }

    @Test(arguments: shown.map(\.path))
    func `a file is shown as it is`(path: String) throws {
        let block = try #require(Self.shown.first { $0.path == path })
        #expect(block.text == PackageTree.text("\(Self.folder)/\(path)"), "Docs/AddingASource.md shows another \(path)")
    }

    @Test func `the source is about a hundred lines`() {
        let lines = PackageTree.paths(folder: Self.folder).filter { $0.hasPrefix("Sources/QuakesSource/Quakes") }
            .map { SwiftFile(path: $0, text: PackageTree.text("\(Self.folder)/\($0)")).length }
        #expect(lines.reduce(0, +) <= 120)
    }
}
