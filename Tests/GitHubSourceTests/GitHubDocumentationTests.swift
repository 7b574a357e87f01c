import AggCore
import Foundation
import Testing

@testable import GitHubSource

struct GitHubDocumentationTests {
    private static let page: String = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: package.appending(path: "Docs/Sources/GitHub.md"), encoding: .utf8)) ?? ""
    }()

    @Test(arguments: GitHubMapper.columns)
    func `describes every column`(column: Column) {
        #expect(Self.page.contains("| `\(column.name)` | \(column.kind.rawValue) | \(column.summary) |"))
    }

    @Test(arguments: GitHubSource.parameters)
    func `names every parameter with its default`(parameter: Parameter) {
        let standard = parameter.defaultText.map { "`\($0)`" } ?? "all"
        #expect(Self.page.contains("| `\(parameter.name)` | \(standard) |"))
    }
}
