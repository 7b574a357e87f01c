import AggCommands
import AggCore
import AggSource
import AggTesting
import CitiesSource
import FeedSource
import Foundation
import GitHubSource
import NYCSchoolsSource
import SODASource

import AggCommands

extension FuzzTarget {
    /// Any line at the prompt, run with the samples of the five sources: an answer that every format can write, or an error.
    static let commands = [
        FuzzTarget(
            name: "commands",
            seeds: [
                "search lon country:GB --limit 10000", "list cities sort:-title --limit 99999999999999999999",
                "near 41.88,-87.63 1e300km", "near London 5mi; show 1; favorite 1 --tag a --note b; favorites",
                "facet country; chart stars --limit 5; count results risk; map cities", "changes 999999999w",
                "set limit 1e9; set debounce 5000; set timeout 3600s; set", "sources; sources github; doctor; last",
                "search population:>1e300 OR stars:-9223372036854775808..9223372036854775807 date:>99999999d",
                "explain near:90,180,1e-300km; schema; help near; save a search lon; run a; saved; unsave a",
                "show 9223372036854775808; exit 9999999999; history",
            ]
        ) { bytes throws(BrokenPromise) in
            guard let samples = await Samples.shared.value else { throw BrokenPromise(description: "no samples") }
            let (session, aggregator) = (Session(), samples.aggregator())
            for words in CommandLine(String(decoding: bytes, as: UTF8.self)).commands.prefix(8)
            where Samples.isHarmless(words) {
                let context = CommandContext(aggregator: aggregator, session: session, commands: .builtIn)
                let output: CommandOutput
                do throws(CommandError) {
                    output = try await CommandRunner(context: context).run(words)
                } catch {
                    try BrokenPromise.unless(!error.message.isEmpty, "an error without words")
                    continue
                }
                for format in OutputFormat.allCases {
                    var text = ""
                    for piece in Renderer.text(output, Presentation(format: format, width: 80)) { text += piece }
                    guard format == .json, !text.isEmpty else { continue }
                    try BrokenPromise.unless((try? JSONValue(parsing: text)) != nil, "not JSON: \(text)")
                }
            }
        }
    ]
}

/// The samples of the five sources in memory.
private struct Samples {
    let registry: SourceRegistry
    let store = InMemoryRecordStore()
    let services = SourceServices(
        http: StubHTTPClient(.failure(.offline("a test"))),
        clock: WallClock { Date(timeIntervalSince1970: 1_795_168_800) })

    static let shared = Task { () -> Samples? in
        let kinds: [any DataSource.Type] = [
            CitiesSource.self, FeedSource.self, GitHubSource.self, NYCSchoolsSource.self, SODASource.self,
        ]
        guard let registry = try? SourceRegistry(kinds: kinds) else { return nil }
        let samples = Samples(registry: registry)
        let failure = try? await samples.aggregator().prepareStarters()
        return failure == nil ? samples : nil
    }

    /// The sources with no favorites, no settings, and no saved searches.
    func aggregator() -> Aggregator {
        Aggregator(registry: registry, store: store, users: InMemoryUserStore(), services: services)
    }

    /// Whether a command writes no file.
    static func isHarmless(_ words: [Word]) -> Bool {
        !words.contains { ["export", "--export"].contains($0.text) } && words.first?.text != "sql"
    }
}
