import AggSource
import Foundation
import TestSupport
import Testing

/// Sources that run a program, tested with the built agg.
struct ProgramSourceTests {
    /// A home whose only source is a shell script.
    private static func agg(_ script: String, _ more: String = "") throws -> Agg {
        let agg = try Agg()
        try write(script, agg)
        try agg.configure([
            "trees": "kind: command, command: [sh, \"\(agg.folder.path("trees.sh"))\"], key: id, title: name\(more)"
        ])
        return agg
    }

    private static func write(_ script: String, _ agg: Agg) throws {
        try script.write(toFile: agg.folder.path("trees.sh"), atomically: true, encoding: .utf8)
    }

    private static let three = """
        cat <<'END'
        {"id": 1, "name": "Oak", "species": "Quercus", "height": 12.5, "lat": 40.5, "lon": -73.5}
        {"id": 2, "name": "Elm", "species": "Ulmus", "height": 9}
        {"id": 3, "name": "Wych elm", "species": "Ulmus"}
        END

        """

    @Test func `a program's output can be searched, filtered, and counted`() async throws {
        let agg = try Self.agg(Self.three, ", columns: \"species, height:decimal\"")
        let refresh = try await agg.run("refresh", "--json")
        #expect(refresh.status == 0)
        #expect(try refresh.outcome("added")?.intValue == 3)
        #expect(try await agg.run("search", "elm", "--json").titles == ["Elm", "Wych elm"])
        #expect(try await agg.run("search", "height:>10", "--json").titles == ["Oak"])
        #expect(try await agg.run("facet", "species", "--format", "tsv").output.contains("Ulmus\t2"))
        #expect(try await agg.run("show", "trees:1", "--json").output.contains("40.5"))
    }

    @Test func `a refresh leaves no log for later runs to read`() async throws {
        let agg = try Self.agg(Self.three)
        for _ in 1...12 {
            try? FileManager.default.removeItem(atPath: agg.folder.path("store"))
            #expect(try await agg.run("refresh").status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("store"))
            #expect(names.sorted() == ["mirror.sqlite", "user.sqlite"])
        }
    }

    @Test func `a failing program leaves the stored rows unchanged`() async throws {
        let agg = try Self.agg(Self.three)
        _ = try await agg.run("refresh")
        try Self.write("echo '{\"id\": 4, \"name\": \"Ash\"}'; echo 'no route to host' >&2; exit 1", agg)
        let refresh = try await agg.run("refresh", "--json")
        #expect(refresh.status == 6)
        #expect(try refresh.outcome("reason")?.stringValue == "sh exited with status 1: no route to host")
        let search = try await agg.run("search", "oak")
        #expect(search.output.contains("Oak") && search.output.contains("no route to host"))
        #expect(try await agg.run("list", "trees", "--json").titles.count == 3)
    }

    /// The program stops agg for longer than the limit, as a machine that sleeps does.
    ///
    /// If that time counted, no refresh would succeed, however often it is tried.
    @Test func `the limit on silence does not count the time while agg itself is stopped`() async throws {
        let agg = try Self.agg(
            "sleep 0.3; kill -STOP $PPID; sleep 3; kill -CONT $PPID; sleep 0.2\n" + Self.three, ", idle_timeout: 1s")
        let isDone = try await eventually { try await agg.run("refresh").status == 0 }
        #expect(isDone)
    }

    /// If waiting for a program delayed timers, every refresh would succeed.
    @Test func `a silent program is stopped before it prints`() async throws {
        let agg = try Self.agg("sleep 0.9\n" + Self.three, ", idle_timeout: 200ms")
        let isStopped = try await eventually { try await agg.run("refresh").errors.contains("printed nothing") }
        #expect(isStopped)
    }

    @Test func `adding a program twice says so`() async throws {
        let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
        let add = ["source", "add", "command", "echo", #"{"id": 1, "name": "Oak"}"#]
        let first = try await agg.run(arguments: add)
        #expect(first.status == 0, "\(first.errors)")
        let second = try await agg.run(arguments: add)
        #expect(second.status == 1 && second.errors.contains("already added as"), "\(second.errors)")
        let another = try await agg.run(arguments: add.dropLast() + [#"{"id": 2, "name": "Elm"}"#])
        #expect(another.output.contains("A source “echo” already exists.\nAdded echo-2 (command)"), "\(another)")
    }

    @Test func `--offline starts no program`() async throws {
        let agg = try Agg()
        let mark = agg.folder.path("started")
        try agg.configure([
            "trees": "kind: command, command: [touch, \"\(mark)\"], secrets: {TOKEN: {command: \"touch \(mark)\"}}"
        ])
        let result = try await agg.run("--offline", "refresh")
        #expect(result.status == 5)
        #expect(result.errors.contains("--offline is set"))
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test(arguments: [0o664, 0o646])
    func `rejects a program named in a configuration that others can write`(mode: Int) async throws {
        let agg = try Self.agg(Self.three)
        let file = agg.folder.path("config.yml")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        let result = try await agg.run("refresh")
        #expect(result.status == 2)
        #expect(result.errors.contains("command runs a program, but other users can write to this file"))
        #expect(result.errors.contains("chmod go-w \(file)"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try await agg.run("refresh").status == 0)
    }

    @Test func `accepts a secret from a variable in a configuration that others can write`() async throws {
        let agg = try Agg()
        try agg.configure(["trees": "kind: command, command: [echo], secrets: {U: {env: HOME}}"])
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o664], ofItemAtPath: agg.folder.path("config.yml"))
        let result = try await agg.run("refresh")
        #expect(result.errors.contains("command runs a program") && !result.errors.contains("secrets"))
    }

    @Test func `Ctrl-C ends a program and everything it started`() async throws {
        let agg = try Self.agg("")
        let ids = agg.folder.path("ids")
        try Self.write("trap '' INT; sleep 1000 & echo $! $$ > \(ids).new; mv \(ids).new \(ids); sleep 1000", agg)
        // A background refresh would start the program, too.
        _ = try await agg.run("set", "--keep", "refresh", "manual")
        let terminal = try agg.session("--quiet")
        try await terminal.waitForPrompt()
        try terminal.type("refresh trees\r")
        #expect(try await eventually { FileManager.default.fileExists(atPath: ids) })
        // At the prompt, Ctrl-C would discard the line.
        try await terminal.wait(for: "the end of the prompt") { _ in terminal.isCooked }
        try terminal.type("\u{3}")
        for id in try String(contentsOfFile: ids, encoding: .utf8).split(whereSeparator: \.isWhitespace) {
            #expect(try await isGone(id))
        }
        try await terminal.wait(for: "agg: interrupted")
        #expect(!terminal.screen.text.contains("timed out"))
        try terminal.type("exit\r")
        _ = try await terminal.waitForExit()
    }

    @Test func `a secret leaves no trace`() async throws {
        let agg = try Agg()
        let secret = "t0p-s3cret-of-the-tests"
        _ = try agg.file("secret", secret + "\n")
        try Self.write(
            """
            ps axww -o args | grep -c "$TOKEN" > '\(agg.folder.path("seen"))'
            echo "token is $TOKEN" >&2
            [ ${#TOKEN} = \(secret.count) ] || exit 9
            [ -e '\(agg.folder.path("fail"))' ] && exit 1
            echo '{"id": 1, "name": "Oak"}'
            """, agg)
        try agg.configure([
            "trees": "kind: command, command: [sh, \"\(agg.folder.path("trees.sh"))\"], "
                + "secrets: {TOKEN: {command: \"cat \(agg.folder.path("secret"))\"}}"
        ])
        let log = agg.folder.path("agg.log")
        var told = ""
        for lines in ["refresh; sources trees; show trees:1", "refresh --force; doctor", "sources; search oak"] {
            let result = try await agg.run("--log-level", "trace", "--log", log, "-c", lines)
            told += result.output + result.errors
            _ = try agg.file("fail", "")
        }
        #expect(told.contains("token is ***"))
        #expect(!told.contains(secret))
        // The only match is grep itself, which has the secret as its argument.
        #expect(try String(contentsOfFile: agg.folder.path("seen"), encoding: .utf8) == "1\n")
        let paths = FileManager.default.enumerator(atPath: agg.folder.path)?.compactMap { $0 as? String } ?? []
        for path in paths where path != "secret" {
            let bytes = FileManager.default.contents(atPath: agg.folder.path(path)) ?? Data()
            #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(path) holds the secret")
        }
    }

    @Test func `adds a program with the columns it prints`() async throws {
        let agg = try Self.agg(Self.three)
        let script = agg.folder.path("other.sh")
        try "#!/bin/sh\n\(Self.three)".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let added = try await agg.run("source", "add", "command", "--", script, "--all")
        #expect(added.status == 0, "\(added.errors)")
        let file = try String(contentsOfFile: agg.folder.path("sources.d/other.yml"), encoding: .utf8)
        #expect(file.contains("\"--all\"") && file.contains("species"))
        #expect(try await agg.run("refresh", "other").status == 0)
        #expect(try await agg.run("search", "species:ulmus", "source:other", "--json").titles.count == 2)
    }

    @Test func `arguments reach the program as typed, even if they look like paths`() async throws {
        let agg = try Agg()
        let path = agg.folder.path("echo.sh")
        let script = #"for a in "$@"; do i=$((i+1)); printf '{"id": %s, "name": "<%s>"}\n' $i "$a"; done"#
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let arguments = ["~", "", ".", "../", "a/../b", "~/x", "x//y", "*", "100%20"]
        let added = try await agg.run(
            arguments: ["source", "add", "command", "--", "./echo.sh"] + arguments, in: agg.folder.path(""))
        #expect(added.status == 0, "\(added.errors)")
        #expect(added.output.contains("“.” is relative to the folder in which agg is started"))
        #expect(try await agg.run("refresh", "echo").status == 0)
        let titles = try await agg.run("list", "echo", "--json").titles
        #expect(titles.sorted() == arguments.map { "<\($0)>" }.sorted())
    }

    @Test func `a tap's configuration file may be below the home folder`() async throws {
        let agg = try Agg()
        let path = agg.folder.path("tap.sh")
        let script = #"""
            #!/bin/sh
            case "$*" in
                *--help*) echo --catalog;;
                *--discover*) echo '{"streams": [{"stream": "trees", "tap_stream_id": "trees", "key_properties": ["id"]}]}';;
                *) echo "{\"type\": \"RECORD\", \"stream\": \"trees\", \"record\": $(cat "$2")}";;
            esac
            """#
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        try agg.configure([:])
        try #"{"id": 1, "name": "Oak"}"#.write(toFile: agg.folder.path("c.json"), atomically: true, encoding: .utf8)
        let added = try await agg.run("source", "add", "singer", path, "config:~/c.json")
        #expect(added.status == 0, "\(added.errors)")
        let file = agg.folder.path("sources.d/trees.yml")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains(agg.folder.path("c.json")))
        try text.replacing(agg.folder.path("c.json"), with: "~/c.json").write(
            toFile: file, atomically: true, encoding: .utf8)
        #expect(try await agg.run("refresh", "trees").status == 0)
    }

    @Test func `an argument with spaces reaches the program intact`() async throws {
        let agg = try Agg()
        let script = #"printf '{"id": %s, "name": "%s"}\n' 1 "$0" 2 "$1""#
        let added = try await agg.run("source", "add", "command", "--", "sh", "-c", script, "two words", "it's one")
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await agg.run("refresh", "sh").status == 0)
        #expect(try await agg.run("list", "sh", "--json").titles.sorted() == ["it's one", "two words"])
    }
}
