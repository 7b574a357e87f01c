import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The generated parts of the documentation match the program; `make docs` writes them.
    struct GeneratedPageTests {
        private static let docs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Docs")
        private static let sources =
            (try? FileManager.default.contentsOfDirectory(
                atPath: docs.appending(path: "Sources").path))?.filter { $0.hasSuffix(".md") }.sorted() ?? []

        @Test func `the configuration page is up to date`() async throws {
            let page = try String(contentsOf: Self.docs.appending(path: "Configuration.md"), encoding: .utf8)
            let isCurrent = try await Self.generated("configuration") == page
            #expect(isCurrent, "Docs/Configuration.md is not what the program says; make docs writes it")
        }

        @Test(arguments: sources)
        func `the tables on a source's page are up to date`(name: String) async throws {
            let page = try String(contentsOf: Self.docs.appending(path: "Sources/\(name)"), encoding: .utf8)
            let parts = page.components(separatedBy: "<!-- generated: ").dropFirst()
            #expect(parts.contains { $0.hasPrefix("keys-") }, "\(name) has no table of keys")
            let kind = String(name.dropLast(".md".count))
            let code = try String(
                contentsOf: Self.docs.appending(path: "../Plugins/\(kind)/\(kind)Source.swift"), encoding: .utf8)
            let hasInstance = !code.contains("builtIns: [SourceEntry] = []")
            #expect(
                parts.contains { $0.hasPrefix("columns-") } == hasInstance,
                "\(name): a table of columns is for the columns of a built-in instance")
            for part in parts {
                let marker = try #require(part.range(of: " -->\n"))
                let end = try #require(part.range(of: "<!-- end -->"))
                let made = try await Self.generated(String(part[..<marker.lowerBound]))
                #expect(made == part[marker.upperBound..<end.lowerBound], "Docs/Sources/\(name); make docs writes it")
            }
        }

        @Test func `an unknown name is refused with the list of known names`() async throws {
            let result = try await Agg().run(arguments: ["--generate", "keys-nothing"])
            #expect(result.status == 2)
            #expect(result.errors.contains("keys-KIND"))
        }

        private static func generated(_ name: String) async throws -> String {
            let result = try await Agg().run(arguments: ["--generate", name])
            try #require(result.status == 0, "\(result.errors)")
            return result.output
        }
    }
}
