import AggSource
import Foundation
import TestSupport

/// One of many processes on the same store, each with its own favorites, setting, and saved search.
struct CrowdMember {
    private static let settings = [
        ("limit", ["10", "20", "30"]), ("debounce", ["100", "200", "400"]), ("suggest", ["on", "off"]),
        ("theme", ["dark", "light"]), ("expanded", ["on", "off", "auto"]), ("pager", ["off", "cat", "less"]),
        ("timing", ["on", "off"]), ("refresh", ["auto", "manual"]),
    ]

    let number: Int
    let agg: Agg
    private var choices: SeededGenerator
    private let keys: [Int]
    private var expected = UserData()
    /// What went wrong.
    private(set) var faults: [String] = []
    /// The number of commands it ran.
    private(set) var acts = 0
    /// The number of retries because of a locked store.
    private(set) var retries = 0

    init(number: Int, agg: Agg, size: Int) {
        self.number = number
        self.agg = agg
        choices = Soak.choices(700_000 + number)
        // Each generation omits every fifth city, so adding a favorite by its address may be refused.
        keys = (1...size).filter { $0 % 8 == number }
    }

    /// Runs one command.
    mutating func act() async throws {
        acts += 1
        let key = keys[choices.below(keys.count)]
        let address = "cities:\(key)"
        switch choices.below(10) {
        case 0: _ = try await run(["refresh"], mayFail: true)
        case 1...3: try await search()
        case 4, 5:
            let note = "n\(choices.below(1_000))"
            let result = try await run(["favorite", address, "--note", note], mayFail: true)
            if result.status == 0 { expected.favorites[address] = note }
        case 6:
            guard let address = expected.favorites.keys.sorted().first else { return }
            if try await run(["unfavorite", address]).status == 0 { expected.favorites[address] = nil }
        case 7:
            let (name, values) = Self.settings[number]
            let value = values[choices.below(values.count)]
            if try await run(["set", "--keep", name, value]).status == 0 { expected.settings[name] = value }
        case 8:
            let words = "search place\(choices.below(1_000))"
            if try await run(["-c", "save s\(number) \(words)"]).status == 0 {
                expected.searches["s\(number)"] = words
            }
        default:
            let file = agg.folder.path("export\(number).json")
            guard try await run(["favorites", "export", file, "--force"]).status == 0 else { return }
            if (try? JSONValue(parsing: String(contentsOfFile: file, encoding: .utf8))) == nil {
                faults.append("an export that is no JSON")
            }
        }
    }

    /// Data that was acknowledged but is missing, and favorites that came back.
    func missing(in found: UserData) -> [String] {
        var missing = expected.favorites.filter { found.favorites[$0.key] != $0.value }.map { "favorite \($0)" }
        missing += expected.settings.filter { found.settings[$0.key] != $0.value }.map { "setting \($0)" }
        missing += expected.searches.filter { found.searches[$0.key] != $0.value }.map { "saved search \($0)" }
        missing += found.favorites.keys.filter { address in
            keys.contains { address == "cities:\($0)" } && expected.favorites[address] == nil
        }.map { "\($0) is there again" }
        return missing
    }

    /// Checks that results are from one generation, whatever is written at the same time.
    private mutating func search() async throws {
        let result = try await run(["search", "place", "--json", "--limit", "50"])
        guard result.status == 0 else { return }
        let marks = Set(try result.titles.map { $0.split(separator: " ").last ?? "" })
        if marks.count != 1 { faults.append("an answer of \(marks.sorted())") }
    }

    /// Runs a command, and retries if the store is locked; any other failure is a fault unless it is allowed.
    private mutating func run(_ arguments: [String], mayFail: Bool = false) async throws -> Agg.Result {
        var result = try await agg.run(arguments: arguments)
        for _ in 0..<5 where result.errors.contains("; try again when it is done") {
            retries += 1
            result = try await agg.run(arguments: arguments)
        }
        // A server reports who is refreshing instead of waiting.
        let isRefused =
            result.status == 1 && result.errors.contains("no such record")
            || result.errors.contains("is being refreshed by")
        if result.status != 0, !(mayFail && isRefused) {
            faults.append("\(arguments.joined(separator: " ")) ended \(result.status): \(result.errors)")
        }
        return result
    }
}
