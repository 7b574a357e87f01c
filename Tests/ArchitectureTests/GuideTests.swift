import Testing

/// `Docs/AddingASource.md` shows exactly the whole example package; CI builds and runs that package.
@Suite struct GuideTests {
    private static let folder = "Docs/Examples/OwnAgg"
    /// The files that the page shows: each has its path on a separate line, followed by a block.
    private static let shown = MarkdownPage(path: "Docs/AddingASource.md").namedBlocks

    @Test func `the page shows every file of the example`() {
        let files = PackageTree.paths(folder: Self.folder).filter { $0.hasSuffix(".swift") || $0.hasSuffix(".json") }
        #expect(Set(Self.shown.map(\.path)) == Set(files))
    }

    @Test(arguments: shown.map(\.path))
    func `the page shows each file unchanged`(path: String) throws {
        let block = try #require(Self.shown.first { $0.path == path })
        #expect(block.text == PackageTree.text("\(Self.folder)/\(path)"), "Docs/AddingASource.md shows another \(path)")
    }

    @Test func `the source has about a hundred lines`() {
        let lines = PackageTree.paths(folder: Self.folder).filter { $0.hasPrefix("Sources/QuakesSource/Quakes") }
            .map { SwiftFile(path: $0, text: PackageTree.text("\(Self.folder)/\($0)")).length }
        #expect(lines.reduce(0, +) <= 120)
    }
}
