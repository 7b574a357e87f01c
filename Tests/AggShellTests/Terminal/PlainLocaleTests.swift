import AggCommands
import AggFiles
import Foundation
import TestSupport
import Testing

@testable import AggShell

@Suite struct PlainLocaleTests {
    @Test(
        arguments: [
            ([:], false), (["LANG": "en_US.UTF-8"], false), (["LANG": "C.utf8"], false), (["LANG": "C"], true),
            (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], true), (["LC_ALL": "", "LANG": "de_DE.ISO-8859-1"], true),
            (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], false), (["LC_ALL": "de_DE@euro"], true), (["LANG": ""], false),
        ] as [([String: String], Bool)])
    func `a locale with a different character set gets plain text`(environment: [String: String], expected: Bool) {
        #expect(TerminalLocale.isPlain(environment) == expected)
    }

    @Test func `only a terminal gets plain text`() {
        var terminal = TerminalEnvironment(environment: ["LC_ALL": "C"])
        terminal.hasTerminalOutput = true
        #expect(terminal.presentation(.table, Settings()).isPlain)
        #expect(!terminal.redirected.presentation(.table, Settings()).isPlain)
    }

    @Test func `makes remarks and errors plain, and leaves output unchanged`() throws {
        let (output, errors) = (try CapturedStream(), try CapturedStream())
        let streams = StandardStreams(output: output.descriptor, error: errors.descriptor, isPlain: true)
        streams.writeRemark("a · b\n")
        streams.write("東\n")
        streams.writeError("“é”\n")
        #expect(output.text == "a - b\n東\n")
        #expect(errors.text == "\"e\"\n")
    }

    @Test func `makes notices and questions plain, too`() throws {
        let output = try CapturedStream()
        let streams = StandardStreams(output: output.descriptor, error: output.descriptor, isPlain: true)
        let board = NoticeBoard(streams: streams, pipe: try #require(WakePipe()))
        board.post("Add it as “é”?")
        #expect(output.text == "Add it as \"e\"?\n")
        board.beginReading()
        board.post("see “sources”")
        #expect(board.take() == ["see \"sources\""])
    }

    @Test func `appends to a log file that only its owner can read`() throws {
        let folder = try TemporaryFolder()
        for text in ["a\n", "b\n"] { try AppendedFile(folder.path("log")).append(text) }
        #expect(try String(contentsOfFile: folder.path("log"), encoding: .utf8) == "a\nb\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("log"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(throws: CommandError.self) { try AppendedFile(folder.path("missing/log")) }
    }
}
