import Foundation
import Testing

/// `Docs/UseCases.md` names only existing tests and has a heading for every built-in source.
@Suite struct UseCaseTests {
    /// A test that the page names as `[NAME](../Tests/FILE.swift): name of the test`.
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

    @Test func `the page has use cases, each with one test`() {
        #expect(Self.rows.count >= 40)
        for row in Self.rows { #expect(Self.tests(in: row).count == 1, "\(row)") }
    }

    @Test(arguments: named)
    func `every test that the page names exists`(test: NamedTest) {
        #expect(PackageTree.text(test.file).contains("func `\(test.name)`("), "Docs/UseCases.md: \(test)")
    }

    @Test(arguments: ["Cities", "Feed", "GitHub", "NYC Schools", "SODA"])
    func `every built-in source has its own heading`(name: String) {
        #expect(Self.page.contains("\n## \(name)\n"))
    }
}
