import AggCore
import Foundation
import Testing

@testable import FeedSource

struct FeedDocumentationTests {
    private static let page: String = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return (try? String(contentsOf: package.appending(path: "Docs/Sources/Feed.md"), encoding: .utf8)) ?? ""
    }()

    @Test(arguments: FeedMapper.columns)
    func `describes every column`(column: Column) {
        #expect(Self.page.contains("| `\(column.name)` | \(column.kind.rawValue) | \(column.summary) |"))
    }

    @Test(arguments: FeedSource.parameters)
    func `names every parameter with its default`(parameter: Parameter) {
        let standard = parameter.defaultText.map { $0.hasPrefix("http") ? "the Essential Feed" : "`\($0)`" } ?? "none"
        #expect(Self.page.contains("| `\(parameter.name)` | \(standard) |"))
    }
}
