import AggCommands
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The examples of the command reference, run offline on the starter samples.
    struct ReferenceExampleTests {
        /// Examples that need the network or a server, and their exit statuses without it.
        private static let networked: [String: Set<Int32>] = ["refresh": [5, 6], "source": [0, 1], "store": [1, 2]]
        /// Examples about records that the samples don't have.
        private static let imagined: [String: Set<Int32>] = ["relink": [0, 1]]
        /// Commands that need a terminal or an assistant and are refused without one.
        private static let attended: Set = ["live", "mcp"]

        @Test func `every example of the reference runs`() async throws {
            let agg = try Agg()
            _ = try agg.file("morning.agg", "search london\n")
            for table in ["inspections.csv", "trees.csv"] { _ = try agg.file(table, "id,name\n1,Ash\n2,Birch\n") }
            _ = try agg.file(
                "feeds.opml", "<opml version=\"2.0\"><body><outline xmlUrl=\"https://example.org/feed\"/></body></opml>"
            )
            let tool = agg.folder.path("xdg-open")
            try "#!/bin/sh\n".write(toFile: tool, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
            // Sources are turned off last, since other examples use them.
            let examples = try Self.examples().sorted { !$0.hasPrefix("source ") && $1.hasPrefix("source ") }
            #expect(examples.count > 30)
            // A server runs until Ctrl-C.
            for example in examples where !example.hasPrefix("serve") {
                let before = """
                    save apples search apple
                    save fails search results:fail {what} zip:{zip=60614}
                    set --keep theme light
                    list github --limit 6 --columns +stars > /dev/null
                    """
                // A command that would never end runs once.
                let endless = example.hasPrefix("watch ") && !example.contains("--times")
                let line = endless ? example.replacing("watch ", with: "watch --times 1 ") : example
                let result = try await agg.run(
                    arguments: ["--offline", "--quiet"], input: "\(before)\n\(line)\n",
                    environment: ["PATH": "\(agg.folder.path):/usr/bin:/bin", "EDITOR": "true"], in: agg.folder.path)
                let name = String(example.prefix { $0 != " " })
                let isRefused = Self.attended.contains(name)
                let expected =
                    example == "exit 3" ? [3] : isRefused ? [2] : Self.networked[name] ?? Self.imagined[name] ?? [0]
                #expect(expected.contains(result.status), "\(example): \(result.errors)")
                #expect(!result.errors.contains("usage:"), "\(example): \(result.errors)")
            }
        }

        @Test(arguments: ProgramDeclaration.agg.examples.map(\.line))
        func `every introductory example of the manual works in a shell`(line: String) async throws {
            let agg = try Agg()
            let built = URL(filePath: builtProgram("agg")).deletingLastPathComponent().path
            let offline = line.replacing("agg", with: "agg --offline", maxReplacements: 1)
            let result = try await agg.shell("PATH=\(built):$PATH; \(offline)")
            #expect((line.contains("refresh") ? [5, 6] : [0]).contains(result.status), "\(result.errors)")
            #expect(line == "agg" || line.contains("refresh") || !result.output.isEmpty)
        }

        /// The first cell of every row under an “example” header.
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

    /// Texts that `make install` installs with the program.
    struct GeneratedTextTests {
        @Test(arguments: ["bash", "zsh", "fish"])
        func `each shell can parse its completion script`(name: String) async throws {
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
            ("agg sea", "search"), ("agg list --limit 3 c", "chicago-inspections cities"),
            ("agg search --f", "--favorites --format"),
            ("agg --format nd", "ndjson"), ("agg search --format=x --source nyc", "nyc-schools"),
            ("agg refresh g", "github"),
            ("agg set th", "theme"),
            ("agg last cs", "csv"), ("agg --offline fav", "favorite favorites"), ("agg help unf", "unfavorite"),
        ])
        func `bash completes commands, options, choices, and ids`(line: String, expected: String) async throws {
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

        @Test func `the manual takes its date from SOURCE_DATE_EPOCH`() async throws {
            let agg = try Agg()
            let own = try await agg.run("--generate", "man")
            #expect(own.output.prefix { $0 != "\n" }.contains(#/ 1 "20[0-9]{2}-[0-9]{2}-[0-9]{2}" "agg/#))
            let given = try await agg.run("--generate", "man-list", environment: ["SOURCE_DATE_EPOCH": "86400"])
            #expect(given.output.hasPrefix(".TH AGG\\-LIST 1 \"1970-01-02\" "))
            let bad = try await agg.run("--generate", "man", environment: ["SOURCE_DATE_EPOCH": "x"])
            #expect(bad.output == own.output)
        }

        @Test func `completion creates no files and reports no errors`() async throws {
            let agg = try Agg(configuration: "sources: [")
            let result = try await agg.run("--complete", "--store", "~/none", "run", "")
            #expect(result.status == 0 && result.output == "words\n" && result.errors.isEmpty)
            #expect(try await agg.run("--complete", "list", "ci").output == "words\ncities\n")
            #expect(!FileManager.default.fileExists(atPath: agg.folder.path("none")))
            #expect(!FileManager.default.fileExists(atPath: agg.folder.path("store")))
        }

        @Test func `completion offers saved searches of the configured store`() async throws {
            let agg = try Agg(configuration: "store: ~/other")
            let environment = ["AGG_STORE": ""]
            #expect(try await agg.run("save", "mine", "search", "x", environment: environment).status == 0)
            #expect(FileManager.default.fileExists(atPath: agg.folder.path("other/user.sqlite")))
            #expect(
                try await agg.run("--complete", "run", "", environment: environment).output == "words\nmine\n")
        }

        @Test(arguments: ["bash", "zsh", "fish"])
        func `a user who has only the program gets the completion script`(shell: String) async throws {
            let agg = try Agg()
            // The settings of the user do not change what the shell reads.
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("config"), withIntermediateDirectories: true)
            #expect(try await agg.run("set", "--keep", "mode", "json").status == 0)
            let result = try await agg.run("completion", shell)
            #expect(result.status == 0)
            #expect(result.output == (try await agg.run("--generate", shell)).output)
        }

        @Test(arguments: [[], ["search"], ["find"], ["query"]])
        func `a user who has only the program gets the manual`(words: [String]) async throws {
            let agg = try Agg()
            let name = words.first.map { "man-" + ($0 == "find" ? "search" : $0) } ?? "man"
            let result = try await agg.run(arguments: ["man"] + words)
            #expect(result.output == (try await agg.run("--generate", name)).output)
            #expect(result.output.hasPrefix(".TH AGG"))
        }

        @Test func `there is no script for other shells`() async throws {
            let result = try await Agg().run("completion", "ksh")
            #expect(result.status == 2)
            #expect(result.errors.contains("unknown shell “ksh”"), "\(result.errors)")
        }

        @Test func `generates known texts and refuses unknown ones`() async throws {
            #expect(try await Agg().run("--generate", "poem").status == 2)
            #expect(try await Agg().run("--generate", "commands").output.contains("search\n"))
            #expect(try await Agg().run("--generate", "man-search").output.hasPrefix(".TH AGG"))
        }
    }
}
