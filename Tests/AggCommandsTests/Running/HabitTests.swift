import AggCore
import AggTesting
import Testing

@testable import AggCommands

/// What people type who know other programs works, or is answered with what works here.
@Suite struct HabitTests {
    @Test(arguments: [
        ("!ls", "“| COMMAND” behind a command"), ("clear", "Ctrl-L"), ("ls", "“sources”"), (".tables", "“schema ID”"),
        ("\\dt", "“schema ID”"), ("grep pizza", "“search WORDS…”"), ("man search", "“help COMMAND”"), (":q", "“exit”"),
        (".output x.csv", "“> FILE”"), (".mode csv", "“set mode csv”"), ("\\timing", "“set timing on”"),
        ("\\x", "“set expanded on”"), ("\\i script", "“read FILE”"), ("reload", "“refresh”"),
        ("rm towns:1", "“unfavorite ADDRESS”"), ("select name from towns", "“sql select …”"),
        ("FROM towns", "“sql from …”"), ("update", "“refresh”"), ("!!", "“history”"),
        ("\"search london\"", "without the quotes “search” is one"),
        ("serach london", "did you mean search?"), ("bogus", "“help” lists the commands"),
    ])
    func `a command of another program is met with the one of agg`(line: String, advice: String) async throws {
        let error = try #require(await (try Bench()).error(of: line))
        #expect(error.message.hasPrefix("there is no command") && error.message.contains(advice), "\(error.message)")
        #expect(error.status == .usage && error.code == "unknown_command")
    }

    @Test(arguments: [
        ("?", "help"), ("\\?", "help"), ("\\q", "exit"), (".quit", "exit"), ("\\d towns", "schema"),
        (".schema", "schema"),
        ("find lon", "search"), (".help", "help"),
    ])
    func `what works under another name works`(line: String, command: String) async throws {
        #expect(try await Bench().run(line).command == command)
    }

    @Test(arguments: [
        ("search lon --sort title", "“sort:COLUMN”"), ("list towns --all", "“--limit all”"),
        ("search lon --where x", "“COLUMN:VALUE”"), ("search lon --csv", "“--format csv”"),
        ("list towns --output x", "“> FILE”"),
    ])
    func `an option of another program is met with what works`(line: String, advice: String) async throws {
        let error = try #require(await (try Bench()).error(of: line))
        #expect(error.message.contains("has no option") && error.message.contains(advice), "\(error.message)")
    }

    @Test(arguments: [
        ("search pizza >out.txt", "“> out.txt” writes the answer to a file"),
        ("search pizza >>~/out.txt", "“>> ~/out.txt” writes the answer to a file"),
        ("list towns lon |head", "“| head” hands the answer to a command"),
        ("count lon >out.txt", "“> out.txt” writes the answer to a file"),
        ("search -q lon", "“-q” leaves out what has a word that begins with “q”"),
        ("search -n lon", "“-n” leaves out what has a word that begins with “n”"),
        ("search !pizza", "“-pizza” leaves out what has the word"),
        ("search +pizza", "asks for all of its words anyway"),
        ("search lon -json", "“--format json” chooses the form"),
        ("search lon && search par", "“;” separates commands"),
        ("search london>o.txt", "“> o.txt” writes the answer to a file"),
        ("search lon 2>/dev/null", "“> /dev/null” writes the answer to a file"),
        ("search height>5", "“height:>5” is a condition"), ("list towns height=5", "“height:5” is a condition"),
        ("search title:lon", "“title:” is no condition, so it was read as words"),
    ])
    func `words that mean something else elsewhere are looked for, with a note`(line: String, note: String) async throws
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
    func `nothing is said of words that are meant`(line: String) async throws {
        let notes = try await Bench().run(line).queryNotes.filter { !$0.contains("no source has a column") }
        #expect(notes.isEmpty, "\(notes)")
    }

    @Test(arguments: ["search lon -n 1", "search lon -n1", "search lon -n=1", "search lon --limit=1"])
    func `a limit may be written as elsewhere`(line: String) async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        let output = try await bench.run(line)
        #expect(output.titles.count == 1 && output.queryNotes.isEmpty)
        #expect(try await bench.run("search lon -n all").titles.count > 2)
    }

    @Test func `a condition inside a phrase of the command line is pointed out`() async throws {
        let bench = try Bench()
        let phrase = try await bench.runOneShot(["search", "pizza country:GB"])
        #expect(
            phrase.queryNotes == [
                "“pizza country:GB” is one argument, so it was looked for as a phrase; "
                    + "as an argument of its own “country:GB” is a condition"
            ])
        #expect(try await bench.runOneShot(["search", "new york"]).queryNotes.isEmpty)
        #expect(try await bench.runOneShot(["search", "country:New Zealand"]).queryNotes.isEmpty)
        #expect(try await bench.run("search \"pizza country:GB\"").queryNotes.isEmpty)
    }

    @Test func `a sign that a command does not take is explained`() async throws {
        let message = try #require(await (try Bench()).error(of: "show towns:1 >x")).message
        #expect(message.hasPrefix("show does not take “>x”") && message.contains("“> x” writes the answer to a file"))
    }
}
