import Foundation
import Testing

extension AcceptanceTests {
    /// Settings for the appearance of output, tested with the built program on the starter samples.
    struct AppearanceTests {
        private func output(_ commands: String) async throws -> String {
            let result = try await Agg().run("--offline", "--quiet", "--color", "always", "-c", commands)
            #expect(result.status == 0, "\(result.errors)")
            return result.output
        }

        @Test func `the theme for light terminals has its own colors`() async throws {
            // The note about the mistyped name is a warning, and warnings are colored.
            let search = "search london contry:GB source:cities"
            let dark = try await output("set timing off; \(search)")
            let light = try await output("set timing off; set theme light; \(search)")
            #expect(dark.contains("\u{1B}["))
            #expect(
                light.split(separator: "\n").filter { $0.contains("contry") }
                    != dark.split(separator: "\n").filter { $0.contains("contry") })
        }

        @Test func `expanded rows show one record at a time`() async throws {
            #expect(try await !output("set color never; search london --limit 1").contains("coordinate  "))
            let expanded = try await output("set color never; set expanded on; search london source:cities --limit 1")
            #expect(expanded.contains("1. London\n"))
            #expect(expanded.contains(/\n  coordinate +51.50853, -0.12574\n/))
        }
    }
}
