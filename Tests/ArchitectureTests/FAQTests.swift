import Testing

/// Every message that `Docs/FAQ.md` quotes is in the code.
@Suite struct FAQTests {
    private static let texts = MarkdownPage(path: "Docs/FAQ.md").prose.compactMap { _, line in
        line.hasPrefix("## `") ? String(line.dropFirst(4).dropLast()) : nil
    }
    private static let code =
        PackageTree.shipped.map { $0.lines.joined(separator: "\n") }.joined()
        + PackageTree.text("Sources/CCurl/ccurl.c")

    @Test func `the page quotes messages`() {
        #expect(Self.texts.count > 10)
    }

    @Test(arguments: texts)
    func `every quoted message is in the code`(text: String) {
        let isSaid = Self.code.contains(text)
        #expect(isSaid, "no part of agg says “\(text)”")
    }
}
