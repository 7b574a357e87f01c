import AggStorage
import AggTesting
import Testing

import AggCommands

@Suite struct SavedSearchTests {
    private func bench() async throws -> Bench {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        return bench
    }

    private func message(_ output: CommandOutput) -> String {
        if let text = (output.body as? TextAnswer)?.text { return text }
        return ""
    }

    @Test func `saves, runs, lists, replaces, and removes a search`() async throws {
        let bench = try await bench()
        #expect(message(try await bench.run("save l find lon --limit 2")) == "Saved l: search lon --limit 2")
        #expect(try await bench.run("run l").titles.count == 2)
        #expect(message(try await bench.run("save l list towns")) == "Replaced l: list towns")
        #expect(try await bench.run("run l").titles.count == 4)
        guard let searches = (try await bench.run("saved").body as? SavedSearchesReport)?.searches else { return }
        #expect(searches == [SavedSearch(name: "l", line: "list towns")])
        #expect(message(try await bench.run("unsave l")) == "Removed l.")
        #expect(await bench.error(of: "run l")?.message == "unknown saved search “l”; there are no saved searches")
        #expect(try await bench.run("unsave l").status == .failed)
    }

    @Test(arguments: ["edit", "live lon", "serve"])
    func `a command that needs the user or runs on cannot be saved`(line: String) async throws {
        let bench = try await bench()
        #expect(await bench.error(of: "save e \(line)")?.message.hasPrefix("cannot save ") == true)
    }

    @Test(arguments: ["edit", "serve", "run e"])
    func `a command that needs the user or runs on cannot be repeated, even under a name`(line: String) async throws {
        let bench = try await bench()
        _ = await bench.users.saveSearch(SavedSearch(name: "e", line: "edit"))
        #expect(await bench.error(of: "watch 1 \(line)")?.message.hasPrefix("“watch” cannot repeat ") == true)
    }

    @Test func `adds further words and options to the saved ones`() async throws {
        let bench = try await bench()
        _ = try await bench.run("save l search lon")
        let output = try await bench.run("run l country:GB --format csv --columns title")
        #expect(output.titles == ["London"])
        #expect(output.command == "search")
        #expect(output.format == .csv)
        #expect(output.columns == ["title"])
    }

    @Test func `saves a query with its quotes and escapes`() async throws {
        let bench = try await bench()
        _ = try await bench.run(#"save q search "east lon" country:"ZA" -- --limit"#)
        guard let searches = (try await bench.run("saved").body as? SavedSearchesReport)?.searches else { return }
        #expect(searches.first?.line == #"search "east lon" country:"ZA" -- --limit"#)
        _ = try await bench.run("save e search 'east london' -- africa")
        #expect(try await bench.run("run e --limit 1").titles == ["East London"])
    }

    @Test(arguments: [
        ("related --limit 1 1", "related --limit 1 towns:1"), ("show 1", "show towns:1"),
        ("near 51 0", "near 51 0"), ("near london", "near london"),
        ("search 1", "search 1"),
    ])
    func `saves the address of a record instead of its row number`(line: String, expected: String) async throws {
        let bench = try await bench()
        _ = try await bench.run("search london --limit 1")
        #expect(message(try await bench.run("save x \(line)")) == "Saved x: \(expected)")
    }

    @Test(arguments: [
        ("save", "missing NAME"), ("save x", "missing COMMAND"),
        ("save x set limit 5", "cannot save “set”: “save” takes a command that"),
        ("save x serach lon", "unknown command “serach”"),
        ("save x search --bogus", "unknown option --bogus"),
        ("save 'a b' search x", "“a b” is not a valid name"), ("save --x search x", "“--x” is not a valid name"),
        ("save x run y", "cannot save “run”: “save” takes a command that"), ("run", "missing NAME"),
        ("unsave", "missing NAME"),
    ])
    func `an invalid save or run is a usage error`(line: String, message: String) async throws {
        let error = try await bench().error(of: line)
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `suggests the nearest name`() async throws {
        let bench = try await bench()
        _ = try await bench.run("save london search london")
        #expect(await bench.error(of: "run lodnon")?.message.contains("did you mean “london”?") == true)
        #expect(await bench.error(of: "run paris")?.message.contains("“saved” lists your saved searches") == true)
    }
}
