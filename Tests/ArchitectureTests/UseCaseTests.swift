import Foundation
import Testing

/// `Docs/UseCases.md` names tests that exist, and has a heading for every source.
@Suite struct UseCaseTests {
    /// A test as the page names it: `[NAME](../Tests/FILE.swift): name of the test`.
    struct NamedTest: CustomTestStringConvertible, Sendable {
        let file: String
        let name: String

        var testDescription: String { "\(file): \(name)" }
    }

    private static let page = PackageTree.text("Docs/UseCases.md")
    private static let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("](../Tests/") }
    static let named = page.split(separator: "\n").flatMap(tests)

    private static func tests(in line: Substring) -> [NamedTest] {
        line.components(separatedBy: "](../").dropFirst().compactMap { text in
            guard let end = text.range(of: "): ") else { return nil }
            let name = text[end.upperBound...].prefix { $0 != "|" }.trimmingCharacters(in: .whitespaces)
            return NamedTest(file: String(text[..<end.lowerBound]), name: name)
        }
    }

    @Test func `there are use cases, each with its test`() {
        #expect(Self.rows.count >= 40)
        for row in Self.rows { #expect(Self.tests(in: row).count == 1, "\(row)") }
    }

    @Test(arguments: named)
    func `a test that the page names exists`(test: NamedTest) {
        #expect(PackageTree.text(test.file).contains("func `\(test.name)`("), "Docs/UseCases.md: \(test)")
    }

    @Test(arguments: ["Cities", "Feed", "GitHub", "NYC Schools", "SODA"])
    func `every built-in source has a heading of its own`(name: String) {
        #expect(Self.page.contains("\n## \(name)\n"))
    }
}
