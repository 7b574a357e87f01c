import AggTesting
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// The transcripts in the documentation, typed as shown.
    struct TranscriptTests {
        private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()

        /// In a clean home without a network, as a reader may try it.
        @Test func `the program prints what the tutorial shows, which removes all it adds`() async throws {
            let agg = try Agg()
            try await check("Docs/Tutorial.md", agg)
            for name in ["kitchens.csv", ".config/agg/sources.d/kitchens.yml"] {
                #expect(!FileManager.default.fileExists(atPath: agg.folder.path(name)))
            }
            #expect(try await agg.run("saved", "--format", "ndjson").output.isEmpty)
            #expect(try await agg.run("favorites", "--format", "ndjson").output.isEmpty)
        }

        /// The page uses the source that the tutorial adds before its first session.
        @Test func `the program prints what the SQL page shows`() async throws {
            let agg = try Agg()
            let tutorial = try String(contentsOf: Self.root.appending(path: "Docs/Tutorial.md"), encoding: .utf8)
            _ = try await Transcript(tutorial).beforeSession.answers(of: agg, columns: 120)
            try await check("Docs/SQL.md", agg)
        }

        @Test func `the program prints what Getting Started shows`() async throws {
            let samples = try await Samples()
            // All five sources are in one line of the banner.
            try await check("Docs/GettingStarted.md", samples.agg, columns: 200)
            await samples.server.stop()
        }

        @Test func `the program prints what the README shows`() async throws {
            let samples = try await Samples(of: ["cities", "nyc-schools"])
            try await samples.fetchAndGoOffline()
            try await check("README.md", samples.agg)
        }

        private func check(_ name: String, _ agg: Agg, columns: Int = 120) async throws {
            let file = Self.root.appending(path: name)
            let page = try String(contentsOf: file, encoding: .utf8)
            let transcript = Transcript(page)
            #expect(transcript.steps.count > 2)
            let answers = try await transcript.answers(of: agg, columns: columns)
            try #require(answers.count == transcript.steps.count)
            var differs = false
            for (step, answer) in zip(transcript.steps, answers) {
                let isSame = Transcript.masked(answer) == Transcript.masked(step.answer)
                differs = differs || !isSame
                if ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] == "1" { continue }
                #expect(
                    isSame,
                    """
                    \(name): \(step.typed) answers
                    \(answer.joined(separator: "\n"))
                    AGG_UPDATE_GOLDEN=1 rewrites the page
                    """)
            }
            if differs, ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] == "1" {
                try transcript.page(answers: answers).write(to: file, atomically: true, encoding: .utf8)
            }
        }

        @Test(arguments: [
            (["3 records (0.41 ms)"], ["3 records (#)"]),
            (["source    bytes   time", "cities  1.5 KB  12 ms"], ["source bytes time", "cities 1.5 KB #"]),
            (["cities: 12 s old"], ["cities: # old"]), (["cities  1.5 KB  1.2 s"], ["cities 1.5 KB #"]),
            (["cannot connect to 127.0.0.1:18099"], ["cannot connect to 127.0.0.1:#"]),
            (["a  b  12 cm"], ["a  b  12 cm"]),
        ])
        func `times, ages, and ports are masked`(lines: [String], masked: [String]) {
            #expect(Transcript.masked(lines) == masked)
        }

        @Test func `a document belongs to the line that it is typed in`() {
            let page = "```console\n$ cat > f << 'END'\n$ 1\n\nEND\nx\n$ agg\n```\n"
            let transcript = Transcript(page)
            #expect(transcript.steps.map(\.typed) == ["$ cat > f << 'END'\n$ 1\n\nEND", "$ agg"])
            #expect(transcript.steps.map(\.answer) == [["x"], []])
            #expect(transcript.page(answers: transcript.steps.map(\.answer)) == page)
        }

        @Test func `a page without changes stays the same`() {
            let page = "# T\n\n```console\n$ agg\nbanner\nagg> search x\n1\n\n2\n```\n\n```\nagg> not this\n```\n"
            let transcript = Transcript(page)
            #expect(transcript.steps.map(\.typed) == ["$ agg", "agg> search x"])
            #expect(transcript.steps.map(\.answer) == [["banner"], ["1", "", "2"]])
            #expect(transcript.page(answers: transcript.steps.map(\.answer)) == page)
            #expect(transcript.page(answers: [["b"], []]).contains("$ agg\nb\nagg> search x\n```"))
        }
    }
}
