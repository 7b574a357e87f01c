import AggCommands
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggText
import CitiesSource
import Foundation
import GitHubSource
import SODASource

@testable import AggCommands
@testable import AggConfiguration
@testable import FeedSource

extension FuzzTarget {
    private static let queries = [
        "san jo country:US -\"new york\" OR sort:-population",
        "stars:>1000 date:2024-01..2024-06 near:41.88,-87.63,1km",
        "has:url is:stale -language:\"C++\" o'fallon", "list cities --limit 5 > 'a b' ; show 1 | less # no",
    ]

    static let texts = [
        FuzzTarget(name: "dates", seeds: ["2024-02-29T23:59:60.5+05:30", "Sat, 07 Sep 02 00:00:01 EST", "-1", "1e9"]) {
            bytes throws(BrokenPromise) in
            let text = String(decoding: bytes, as: UTF8.self)
            for date in [RecordDate(iso8601: text), FeedDate.parse(text)] {
                guard let date else { continue }
                try BrokenPromise.unless(RecordDate(iso8601: date.text) == date, "\(date.text) reads otherwise")
            }
        },
        FuzzTarget(name: "query", seeds: queries) { bytes throws(BrokenPromise) in
            guard let reader else { return }
            for words in CommandLine(String(decoding: bytes, as: UTF8.self)).commands {
                guard let query = try? reader.read(words.map(\.queryWord)) else { continue }
                let again = try? reader.read(query.terms.flatMap(\.queryWords))
                // Shortened text is not shortened again.
                let isCut = again?.notes.contains { $0.hasPrefix("searched only the first") }
                try BrokenPromise.unless(isCut == false, "\(query.terms) is cut again")
                try BrokenPromise.unless(again?.terms == query.terms, "\(query.terms) reads otherwise")
                _ = query.terms.map(\.explanation)
            }
        },
        FuzzTarget(
            name: "command-lines",
            seeds: queries + [
                "a \u{301}b \"\u{301} c\"; -- d", "search \"a \\\" b\" name:'x' \\; -- --limit \\G", "a -\" name:'x'",
            ]
        ) {
            bytes throws(BrokenPromise) in
            for words in CommandLine(String(decoding: bytes, as: UTF8.self)).commands {
                // The text of such a command, or of one to be saved or repeated, stays as typed; nothing writes it out.
                let commands = RawText.carriers.contains(words[0].text) ? words.dropFirst() : words.prefix(1)
                if commands.contains(where: { RawText.commands.contains($0.text) }) { continue }
                let line = GrammarText.line(words)
                let again = CommandLine(line).commands
                try BrokenPromise.unless(again.count == 1, "“\(line)” is \(again.count) commands")
                try BrokenPromise.unless(again[0].map(\.text) == words.map(\.text), "“\(line)” reads otherwise")
                try BrokenPromise.unless(
                    again[0].map(\.isOption) == words.map(\.isOption), "“\(line)” has other options")
                // The first word is the name of a command, not part of a query.
                try BrokenPromise.unless(
                    again[0].dropFirst().map(\.queryWord) == words.dropFirst().map(\.queryWord),
                    "“\(line)” asks otherwise")
            }
        },
        FuzzTarget(
            name: "configuration",
            seeds: [
                "sources:\n  - {id: a, kind: soda, endpoint: \"https://x.example\", dataset: 4ijn-s7e5}\n"
                    + "favorites: {limit: 100}\nnetwork: {deadline: 5m, max_body: 512MB}\n",
                "kind: feed\nurl: https://x.example/feed # no\nenabled: false\n", "a: &b [*b]\n? - x\n: |\n  y\n",
            ]
        ) { bytes throws(BrokenPromise) in
            let document = YAMLDocument(String(decoding: bytes, as: UTF8.self), file: "config.yml")
            var reader = ConfigurationReader(document: document)
            var configuration = Configuration()
            reader.configuration(&configuration)
            for fault in document.faults + reader.faults {
                try BrokenPromise.unless(!"\(fault)".isEmpty, "a fault without words")
            }
            _ = try? SourceRegistry(kinds: [SODASource.self, FeedSource.self], entries: configuration.sources)
            reader = ConfigurationReader(document: document)
            _ = reader.dropIn(id: "one")
        },
        FuzzTarget(name: "folding", seeds: ["O’Fallon São Straße 東京 c++ ‘Ayn ﬁ"]) { bytes throws(BrokenPromise) in
            let folded = Folding.fold(String(decoding: bytes, as: UTF8.self))
            try BrokenPromise.unless(Folding.fold(folded) == folded, "“\(folded)” folds otherwise")
        },
        FuzzTarget(name: "csv", seeds: ["a,\"b \"\"c\"\"\n\",d\r\n,,\n"]) { bytes throws(BrokenPromise) in
            let rows = CSVText.read(String(decoding: bytes, as: UTF8.self)).map(\.cells)
            let again = CSVText.read(CSVText.write(rows)).map(\.cells)
            try BrokenPromise.unless(again == rows, "\(rows) reads as \(again)")
            for archive in FavoriteArchive.allCases { _ = archive.read(bytes) }
        },
    ]

    private static let reader: QueryReader? = {
        let registry = try? SourceRegistry(kinds: [CitiesSource.self, GitHubSource.self, SODASource.self])
        return registry.map { QueryReader($0.queryNames, now: Date(timeIntervalSince1970: 1_700_000_000)) }
    }()
}
