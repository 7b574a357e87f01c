import Foundation
import TestSupport
import Testing

import AggCommands
import AggShell

@Suite struct RedirectionTests {
    @Test func `overwrites or appends to a file`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path("a file")
        #expect(await bench.run("ok > '\(file)'; partly > '\(file)'; ok >> '\(file)'\nok") == 6)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "partly\nok\n")
        #expect(bench.written == "ok\n")
        #expect(bench.complaints.isEmpty)
    }

    @Test func `an option of the program wins over the extension of a file, but a setting does not`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path("a.csv")
        bench.session.set(try #require(SettingDeclaration.named("mode")), to: "json", from: .option)
        #expect(await bench.run("set limit > '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\"agg\":1,"))
        #expect(await bench.run("set limit --format tsv > '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("name\tvalue\tfrom\n"))
        #expect(await bench.run("set mode json; set limit > '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("name,value,from\r\n"))
    }

    @Test(arguments: [
        ("a.csv", "name,value,from\r\nlimit,50,default\r\nlimit,50,default\r\n"),
        ("a.tsv", "name\tvalue\tfrom\nlimit\t50\tdefault\nlimit\t50\tdefault\n"),
    ])
    func `rows appended to others have no headings of their own`(name: String, text: String) async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path(name)
        #expect(await bench.run("set limit >> '\(file)'; set limit >> '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        #expect(await bench.run("set limit > '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("name"))
        try "".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(await bench.run("set limit >> '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("name"))
    }

    @Test func `only csv and tsv leave their headings out when appended`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path("a.md")
        #expect(await bench.run("set limit >> '\(file)'; set limit >> '\(file)'") == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.split(separator: "\n").count { $0.hasPrefix("| name") } == 2, "\(text)")
    }

    @Test func `an answer without a picture is not written to a file for pictures`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path("x.svg")
        #expect(await bench.run("set limit > '\(file)'") == 2)
        #expect(bench.complaints.contains("was not written: only charts and maps can be saved as .svg"))
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(await bench.run("set limit --format json > '\(file)'") == 0)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{\"agg\":1,"))
    }

    @Test func `an answer is not written as text to a file of another kind`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        for name in ["x.png", "x.PDF", "x.xlsx"] {
            #expect(await bench.run("set limit > '\(folder.path(name))'") == 2)
            #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
        }
        #expect(
            bench.complaints.contains(
                "was not written: agg can save charts and maps as .svg, but cannot write .pdf files"))
    }

    @Test func `a command that failed leaves the file as it was`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        try "old".write(toFile: folder.path("f"), atomically: true, encoding: .utf8)
        #expect(await bench.run("fail > \(folder.path("f"))") == 1)
        #expect(try String(contentsOfFile: folder.path("f"), encoding: .utf8) == "old")
    }

    @Test func `pipes output to a shell command`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        #expect(await bench.run("ok | tr a-z A-Z | sed 's/K/;K/' > \(folder.path("f")); ok") == 0)
        #expect(try String(contentsOfFile: folder.path("f"), encoding: .utf8) == "O;K\n")
        #expect(bench.written == "ok\n")
    }

    @Test func `a command after a pipe gets UTF-8 if no locale is set`() async throws {
        var bench = try SessionBench()
        #expect(await bench.run("ok | test \"$LC_CTYPE\" = C.UTF-8") == 0)
        bench.environment["LANG"] = "C"
        #expect(await bench.run("ok | test -z \"$LC_CTYPE\"") == 0)
    }

    @Test(arguments: [
        ("ok > /dev/full", "cannot write “/dev/full”: No space left on device"),
        ("ok > /", "cannot write “/”: Is a directory"),
        ("ok | nosuchprogram -x", "cannot pipe to “nosuchprogram”: no such program"),
        ("ok | exit 3", "“exit 3” exited with status 3"),
        ("ok | kill -9 $$", "“kill -9 $$” was killed by signal 9"),
    ])
    func `a failed redirection is one sentence with status 1, and the script continues`(
        line: String, complaint: String
    ) async throws {
        let bench = try SessionBench()
        #expect(await bench.run("\(line)\nok") == 1)
        #expect(bench.complaints == "agg: line 1: \(complaint)\n")
        #expect(bench.written == "ok\n")
    }

    @Test func `reports a file whose folder is missing`() async throws {
        let (bench, folder) = (try SessionBench(), try TemporaryFolder())
        let file = folder.path("missing/x")
        #expect(await bench.run("ok > \(file)\nok") == 1)
        #expect(
            bench.complaints == "agg: line 1: cannot write “\(file)”: No such file or directory\n")
        #expect(bench.written == "ok\n")
    }

    @Test func `with bail, a failed pipe ends the script`() async throws {
        let bench = try SessionBench()
        #expect(await bench.run("ok | exit 3\nok", bail: true) == 1)
        #expect(bench.written.isEmpty)
    }

    @Test(arguments: ["ok >", "ok | ; ok", "| cat", "ok > a b"])
    func `an operator with a missing or extra operand is a usage error`(line: String) async throws {
        let bench = try SessionBench()
        #expect(await bench.run(line) == 2)
        #expect(bench.complaints.hasPrefix("agg: line 1: "))
    }

    @Test func `shows one record at a time after a backslash and a G`() async throws {
        let bench = try SessionBench()
        #expect(await bench.run("set limit 3 \\G") == 0)
        #expect(bench.written.contains("limit"))
    }
}
