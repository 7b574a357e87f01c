import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The examples of the reference, run over the starter samples without a network.
    struct ReferenceExampleTests {
        /// Examples that need the network, and what they end with without it.
        private static let networked: [String: Set<Int32>] = ["refresh": [5, 6], "source": [0, 1]]

        @Test func `every example of the reference runs`() async throws {
            let agg = try Agg()
            _ = try agg.file("morning.agg", "search london\n")
            _ = try agg.file(
                "feeds.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"https://example.org/feed\"/></body></opml>"
            )
            let tool = agg.folder.path("xdg-open")
            try "#!/bin/sh\n".write(toFile: tool, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
            let examples = try Self.examples()
            #expect(examples.count > 30)
            for example in examples {
                let before = "save apples search apple\nset --keep theme light\nlist github --limit 5 > /dev/null"
                let result = try await agg.run(
                    arguments: ["--offline", "--quiet"], input: "\(before)\n\(example)\n",
                    environment: ["PATH": "\(agg.folder.path):/usr/bin:/bin"], in: agg.folder.path)
                let name = String(example.prefix { $0 != " " })
                let expected = example == "exit 3" ? [3] : Self.networked[name] ?? [0]
                #expect(expected.contains(result.status), "\(example): \(result.errors)")
                #expect(!result.errors.contains("usage:"), "\(example): \(result.errors)")
            }
        }

        /// The first cell of every row below a heading “example”.
        private static func examples() throws -> [String] {
            let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            let page = tests.deletingLastPathComponent().appending(path: "Docs/CommandReference.md")
            var examples: [String] = []
            var isInTable = false
            for line in try String(contentsOf: page, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            {
                if line.hasPrefix("| example |") { isInTable = true }
                if line.isEmpty { isInTable = false }
                guard isInTable, line.hasPrefix("| `"), let end = line.range(of: "` | ") else { continue }
                examples.append(
                    String(line[line.index(line.startIndex, offsetBy: 3)..<end.lowerBound]).replacing("\\|", with: "|"))
            }
            return examples
        }
    }

    /// What `make install` puts beside the program.
    struct GeneratedTextTests {
        @Test(arguments: ["bash", "zsh", "fish"])
        func `completions are scripts that their shells can read`(name: String) async throws {
            let agg = try Agg()
            let script = try await agg.run("--generate", name)
            #expect(script.status == 0)
            _ = try agg.file("completion", script.output)
            guard
                ["/usr/bin", "/bin"].contains(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") })
            else { return }
            let check = try await agg.shell("\(name) -n \(agg.folder.path("completion"))")
            #expect(check.status == 0, "\(check.errors)")
        }

        @Test(arguments: [
            ("agg sea", "search"), ("agg list --limit 3 c", "cities chicago-inspections"),
            ("agg search --f", "--favorites --format"),
            ("agg --format nd", "ndjson"), ("agg search --format=x --source nyc", "nyc-schools"),
            ("agg set th", "theme"),
            ("agg last cs", "csv"), ("agg --offline fav", "favorite favorites"), ("agg help unf", "unfavorite"),
        ])
        func `bash completes commands, options, choices and ids`(line: String, expected: String) async throws {
            let agg = try Agg()
            _ = try agg.file("completion", try await agg.run("--generate", "bash").output)
            let words = line.split(separator: " ")
            let result = try await agg.shell(
                """
                PATH=\(URL(filePath: builtProgram("agg")).deletingLastPathComponent().path):$PATH
                source \(agg.folder.path("completion"))
                COMP_WORDS=(\(words.joined(separator: " "))) COMP_CWORD=\(words.count - 1)
                _agg
                echo "${COMPREPLY[@]}"
                """, shell: "/bin/bash")
            #expect(result.output == expected + "\n", "\(result.errors)")
        }

        @Test func `says what it can generate`() async throws {
            #expect(try await Agg().run("--generate", "poem").status == 2)
            #expect(try await Agg().run("--generate", "commands").output.contains("search\n"))
            #expect(try await Agg().run("--generate", "man-search").output.hasPrefix(".TH AGG"))
        }
    }
}
