import AggTesting
import Testing

import AggCommands

/// Habits from other programs work, or the message says what to type instead.
@Suite struct HabitTests {
    @Test(arguments: [
        ("!ls", "add “| COMMAND” after an agg command"), ("clear", "Ctrl-L"), ("ls", "“sources”"),
        (".tables", "“schema ID”"),
        ("\\dt", "“schema ID”"), ("grep pizza", "“search WORDS…”"), ("\\h search", "“help COMMAND”"), (":q", "“exit”"),
        (".output x.csv", "“> FILE”"), (".mode csv", "“set mode csv”"), ("\\timing", "“set timing on”"),
        ("\\x", "“set expanded on”"), ("\\i script", "“read FILE”"), ("reload", "“refresh”"),
        ("rm towns:1", "“unfavorite ADDRESS”"), ("select name from towns", "“sql select …”"),
        ("FROM towns", "“sql from …”"), ("update", "“refresh”"), ("!!", "“history”"),
        ("\"search london\"", "remove the quotes to run “search”"),
        ("serach london", "did you mean search?"), ("bogus", "“help” lists the commands"),
    ])
    func `suggests the agg command for a command of another program`(line: String, advice: String) async throws {
        let error = try #require(await (try Bench()).error(of: line))
        #expect(error.message.hasPrefix("unknown command") && error.message.contains(advice), "\(error.message)")
        #expect(error.status == .usage && error.code == "unknown_command")
    }

    @Test(arguments: [
        ("?", "help"), ("\\?", "help"), ("\\q", "exit"), (".quit", "exit"), ("\\d towns", "schema"),
        (".schema", "schema"),
        ("find lon", "search"), (".help", "help"),
    ])
    func `familiar names from other programs work`(line: String, command: String) async throws {
        #expect(try await Bench().run(line).command == command)
    }

    @Test(arguments: [
        ("search lon --sort title", "“sort:COLUMN”"), ("list towns --all", "“--limit all”"),
        ("search lon --where x", "“COLUMN:VALUE”"), ("search lon --csv", "“--format csv”"),
        ("list towns --output x", "“> FILE”"),
    ])
    func `suggests what to use for an option of another program`(line: String, advice: String) async throws {
        let error = try #require(await (try Bench()).error(of: line))
        #expect(error.message.contains("unknown option") && error.message.contains(advice), "\(error.message)")
    }

    @Test(arguments: [
        ("search pizza >out.txt", "to write the output to a file, put a space after “>”: “> out.txt”"),
        ("search pizza >>~/out.txt", "put a space after “>>”: “>> ~/out.txt”"),
        ("list towns lon |head", "to pipe the output to a command, put a space after “|”: “| head”"),
        ("count lon >out.txt", "to write the output to a file, put a space after “>”: “> out.txt”"),
        ("search -q lon", "“-q” excludes records with the word “q”"),
        ("search -n lon", "“-n” excludes records with the word “n”"),
        ("search !pizza", "use “-pizza” to exclude a word"),
        ("search +pizza", "already requires all of its words"),
        ("search lon -json", "“--format json” sets the output format"),
        ("search lon && search par", "use “;” to separate commands"),
        ("search london>o.txt", "put a space after “>”: “> o.txt”"),
        ("search lon 2>/dev/null", "put a space after “>”: “> /dev/null”"),
        ("search height>5", "did you mean “height:>5”?"), ("list towns height=5", "did you mean “height:5”?"),
        ("search title:lon", "“title:” is not a filter, so the term was treated as ordinary words"),
    ])
    func `searches for words with a special meaning elsewhere, and adds a note`(line: String, note: String) async throws
    {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        #expect(output.status == .done)
        #expect(output.queryNotes.contains { $0.contains(note) }, "\(output.queryNotes)")
        #expect(Answers.text(output, .table).contains(note))
    }

    @Test(arguments: [
        "search \">out.txt\"", "search \\>out.txt", "search height:>5", "search >5", "search lon -s:x", "search -lon",
        "search lon!", "search -5", "search \"-q\"",
    ])
    func `adds no note for words that are meant as typed`(line: String) async throws {
        let notes = try await Bench().run(line).queryNotes.filter { !$0.contains("no source has a column") }
        #expect(notes.isEmpty, "\(notes)")
    }

    @Test(arguments: ["search lon -n 1", "search lon -n1", "search lon -n=1", "search lon --limit=1"])
    func `accepts a limit in the notations of other programs`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        #expect(output.titles.count == 1 && output.queryNotes.isEmpty)
        #expect(try await bench.run("search lon -n all").titles.count > 2)
    }

    @Test func `points out a filter inside a phrase of the command line`() async throws {
        let bench = try Bench()
        let phrase = try await bench.runOneShot(["search", "pizza country:GB"])
        #expect(
            phrase.queryNotes == [
                "“pizza country:GB” is a single argument, so it was treated as a phrase; "
                    + "pass “country:GB” as a separate argument to use it as a filter"
            ])
        let either = try await bench.runOneShot(["search", "(lon OR paris)"])
        #expect(
            either.queryNotes.first?.hasSuffix("to use “OR”, pass each word and parenthesis as a separate argument")
                == true)
        #expect(try await bench.runOneShot(["search", "new york"]).queryNotes.isEmpty)
        #expect(try await bench.runOneShot(["search", "country:New Zealand"]).queryNotes.isEmpty)
        #expect(try await bench.run("search \"pizza country:GB\"").queryNotes.isEmpty)
    }

    @Test func `explains an operator that a command does not take`() async throws {
        let message = try #require(await (try Bench()).error(of: "show towns:1 >x")).message
        #expect(message.hasPrefix("unexpected “>x”") && message.contains("put a space after “>”: “> x”"))
    }
}
