import Foundation
import Glibc
import TestSupport
import Testing

import AggShell

@Suite struct HistoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private var path: String { folder.path("state/agg/history") }

    private func mode(_ path: String) -> mode_t {
        var found = stat()
        return stat(path, &found) == 0 ? found.st_mode & 0o777 : 0
    }

    private func text() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `is empty at first, and reading creates no file`() {
        let loaded = History(path: path).load()
        #expect(loaded.lines.isEmpty)
        #expect(loaded.warning == nil)
        #expect(access(path, F_OK) != 0)
    }

    @Test func `keeps lines for the next session, newest last`() throws {
        let history = History(path: path)
        for line in ["one", "two\nlines", "são"] { #expect(history.append(line) == nil) }
        #expect(History(path: path).load().lines == ["one", "two\nlines", "são"])
        #expect(try text() == "one\ntwo\\nlines\nsão\n")
    }

    @Test func `is readable only by the user`() throws {
        _ = History(path: path).append("one")
        #expect(mode(path) == 0o600)
        #expect(mode(folder.path("state/agg")) == 0o700)
        #expect(mode(folder.path("state")) == 0o700)
        chmod(path, 0o644)
        _ = History(path: path).append("two")
        #expect(mode(path) == 0o600)
    }

    @Test func `skips blank lines and consecutive repeats, even across sessions`() throws {
        let history = History(path: path)
        for line in ["a", "a", " ", "", "b", "a"] { _ = history.append(line) }
        let next = History(path: path)
        _ = next.load()
        _ = next.append("a")
        #expect(try text() == "a\nb\na\n")
    }

    @Test func `keeps a last line without a line end as a separate line`() throws {
        _ = History(path: path).append("one")
        try Data("one\nhalf a li".utf8).write(to: URL(filePath: path))
        _ = History(path: path).append("two")
        #expect(try text() == "one\nhalf a li\ntwo\n")
    }

    @Test func `skips a line with a password in a URL`() throws {
        let history = History(path: path)
        for line in ["one", "source add feed https://ann:pw@host/feed", "source add feed https://host/?token=x"] {
            #expect(history.append(line) == nil)
        }
        #expect(try text() == "one\n")
    }

    @Test func `loads the newest thousand`() throws {
        _ = History(path: path).append("first")
        try (0..<1_200).map { "line \($0)\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        let lines = History(path: path).load().lines
        #expect(lines.count == 1_000)
        #expect(lines.first == "line 200")
        #expect(lines.last == "line 1199")
    }

    @Test func `shortens a file that is much too long, and follows a link to it`() throws {
        let real = folder.path("real")
        try (0..<1_500).map { "line \($0)\n" }.joined().write(toFile: real, atomically: true, encoding: .utf8)
        symlink(real, folder.path("link"))
        let history = History(path: folder.path("link"))
        _ = history.load()
        #expect(history.append("new") == nil)
        let rows = try String(contentsOfFile: real, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 1_000)
        #expect(rows.last == "new")
        #expect(mode(real) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link", "real"])
        #expect(history.append("newer") == nil)
        #expect(try String(contentsOfFile: real, encoding: .utf8).hasSuffix("new\nnewer\n"))
    }

    @Test func `recovers after a session was killed while shortening the file`() throws {
        _ = History(path: path).append("first")
        try "half of the new fi".write(toFile: path + ".new", atomically: true, encoding: .utf8)
        try (0..<1_500).map { "line \($0)\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        let history = History(path: path)
        _ = history.load()
        #expect(history.append("new") == nil)
        #expect(try text().hasSuffix("line 1499\nnew\n"))
        #expect(access(path + ".new", F_OK) != 0)
    }

    @Test func `loses no line of concurrent sessions`() async throws {
        let path = path
        let sessions = 8
        let each = 400
        await withTaskGroup { group in
            for session in 0..<sessions {
                group.addTask {
                    let history = History(path: path)
                    for number in 0..<each { #expect(history.append("\(session)-\(number)") == nil) }
                }
            }
        }
        // A session shortens the file based on the lines it has seen, and none of these has seen 1,500 lines.
        let rows = try text().split(separator: "\n")
        #expect(rows.count == sessions * each)
        for session in 0..<sessions {
            #expect(rows.filter { $0.hasPrefix("\(session)-") } == (0..<each).map { "\(session)-\($0)" })
        }
    }

    @Test func `loses no new line while another session shortens the file`() async throws {
        let path = path
        _ = History(path: path).append("first")
        try (0..<1_499).map { "old \($0)\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        await withTaskGroup { group in
            for session in 0..<6 {
                group.addTask {
                    let history = History(path: path)
                    _ = history.load()
                    for number in 0..<50 { #expect(history.append("\(session)-\(number)") == nil) }
                }
            }
        }
        let rows = try text().split(separator: "\n").filter { !$0.hasPrefix("old") }
        #expect(rows.count == 300)
    }

    @Test func `warns once if nothing can be written`() throws {
        try "".write(toFile: folder.path("state"), atomically: true, encoding: .utf8)
        let history = History(path: path)
        let warning = try #require(history.append("one"))
        #expect(warning.contains(path))
        #expect(warning.contains("memory only"))
        #expect(warning.contains("(cannot create the folder \(folder.path("state/agg")): Not a directory)"))
        #expect(history.append("two") == nil)
    }

    @Test(.enabled(if: geteuid() != 0))
    func `reports why the folder cannot be created`() throws {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let warning = try #require(History(path: path).append("one"))
        #expect(warning.contains("(cannot create the folder \(folder.path("state")): Permission denied)"))
    }

    @Test func `keeps nothing in a device`() {
        let history = History(path: "/dev/null")
        #expect(history.load().lines.isEmpty)
        #expect(history.append("one") == nil)
    }

    @Test func `reports that another process has locked the file`() throws {
        _ = History(path: path).append("one")
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        let warning = try #require(History(path: path).append("two"))
        #expect(warning.contains("locked"))
    }
}

@Suite struct DamagedHistoryTests {
    @Test func `reports a damaged file once, and offers what can be read`() throws {
        let folder = try TemporaryFolder()
        let bytes = Array("one\n".utf8) + [0xFF, 0x00, 0x0A] + Array("two\n".utf8)
        try Data(bytes).write(to: URL(filePath: folder.path("history")))
        let history = History(path: folder.path("history"))
        let loaded = history.load()
        #expect(loaded.lines.first == "one" && loaded.lines.last == "two")
        #expect(loaded.warning?.contains("is damaged") == true)
        #expect(history.append("three") == nil)
        #expect(history.lines.last == "three")
    }

    @Test func `shows lines of other sessions, and its own even if they cannot be written`() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (History(path: folder.path("history")), History(path: folder.path("history")))
        _ = first.append("one")
        _ = second.append("two")
        #expect(first.lines == ["one", "two"])
        let nowhere = History(path: folder.path("history") + "/below")
        #expect(nowhere.append("three") != nil)
        #expect(nowhere.lines == ["three"])
    }
}
