import AggCommands
import AggSource
import AggStorage
import AggTesting
import Foundation
import TestSupport
import Testing

@testable import AggWeb

/// Requests that only read change no favorites, read marks, or files.
@Suite struct ReadOnlyTests {
    /// Exports a favorite of another site to a file.
    private static func exportedFavorite(to path: String) async throws {
        let other = try await Site()
        let runner = CommandRunner(context: other.context)
        _ = try await runner.run([Word("favorite"), Word("towns:4")])
        _ = try await runner.run([Word("favorites"), Word("export"), Word(path)])
        #expect(FileNames.exist(path))
    }

    @Test(arguments: ["GET", "HEAD"])
    func `a word that is the verb of a form with a file stays a word`(method: String) async throws {
        let site = try await Site()
        let path = "/tmp/agg-web-merge-\(UUID()).json"
        try await Self.exportedFavorite(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await site.serving { visit throws in
            for verb in ["merge", "import", "export", "MERGE", "\\merge", "%22merge%22", "--+merge"] {
                for file in [path, "/etc/passwd", "/nonexistent.json", path + ".new.json"] {
                    let answer = try visit.get("/api/favorites?q=\(verb)+\(file)", method: method)
                    #expect(answer.status == 200, "\(verb) \(file)")
                    #expect(!answer.body.contains("added") && !answer.body.contains("cannot"), "\(answer.body)")
                    for page in ["/", "/parts/results", "/parts/facets", "/points", "/map.svg", "/feed.atom"] {
                        #expect(try visit.get("\(page)?q=\(verb)+\(file)", method: method).status == 200, "\(page)")
                    }
                    _ = try visit.get("/chart.svg?q=\(file)&chart=\(verb)", method: method)
                }
            }
        }
        #expect(await site.users.favorites().isEmpty)
        #expect(!FileNames.exist(path + ".new.json"))
    }

    @Test func `a served command takes no file`() async throws {
        let site = try await Site()
        let backend = Backend(site.context) { "" }
        let path = "/tmp/agg-web-served-\(UUID()).json"
        for command in CommandRegistry.builtIn.commands.map(\.declaration) {
            let name = Word(command.name)
            for option in command.allOptions where [.file, .folder].contains(option.value?.kind) {
                let words = [name, Word("\(option.name)=\(path)"), Word("country"), Word("London")]
                await #expect(throws: CommandError.self, "\(command.name) \(option.name)") {
                    try await backend.run(words)
                }
            }
            for form in command.forms where form.arguments.contains(where: { $0.value == .file }) {
                _ = try? await backend.run([name, Word(form.verb), Word(path)])
            }
        }
        for words in ["read \(path)", "source add \(path)", "store copy /tmp/a /tmp/b"] {
            let given = words.split(separator: " ").map { Word(String($0)) }
            await #expect(throws: CommandError.self, "\(words)") { try await backend.run(given) }
        }
        #expect(!FileNames.exist(path))
    }

    @Test func `a record stays unread until someone opens its page`() async throws {
        try await Site().serving { visit throws in
            _ = try visit.get("/refresh", ["Accept": "application/x-ndjson"], method: "POST", body: "source=towns")
            func isUnread() throws -> Bool {
                visit.change()
                return try visit.get("/api/news").body.contains("towns:7")
            }
            #expect(try isUnread())
            for (target, method, headers) in [
                ("/api/show?address=towns:7", "GET", [:]), ("/api/show?address=towns:7", "HEAD", [:]),
                ("/record?address=towns:7", "HEAD", [:]),
                ("/record?address=towns:7", "GET", ["Sec-Purpose": "prefetch;prerender"]),
            ] as [(String, String, [String: String])] {
                #expect(try visit.get(target, headers, method: method).status == 200)
                #expect(try isUnread(), "\(method) \(target)")
            }
            #expect(try visit.get("/record?address=towns:7").status == 200)
            #expect(try !isUnread())
        }
    }
}
