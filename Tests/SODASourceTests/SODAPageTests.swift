import AggCore
import Foundation
import Testing

@testable import SODASource

struct SODAPageTests {
    private func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL
        return try String(contentsOf: root.appendingPathComponent("Docs/Sources/SODA.md"), encoding: .utf8)
    }

    @Test func `its page has a row for every column`() throws {
        let lines = Set(try page().split(separator: "\n").map(String.init))
        for column in ChicagoInspections.columns {
            #expect(lines.contains("| `\(column.name)` | \(column.kind.rawValue) | \(column.summary) |"))
        }
    }

    @Test func `its page names every parameter`() throws {
        let page = try page()
        for parameter in SODASource.parameters {
            #expect(page.contains("`\(parameter.name)`"), "\(parameter.name)")
        }
    }
}
