import AggSource
import AggTesting
import Foundation
import GRDB
import TestSupport
import Testing

extension AcceptanceTests {
    /// What doctor reports about a machine, and what it repairs.
    struct DoctorTests {
        private static func home() async throws -> Agg {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("-c", "refresh; favorite cities:2643743 --tag home --note mine").status == 0)
            return agg
        }

        @Test(arguments: OutputFormat.all)
        func `finds nothing wrong in a healthy home, in every format`(format: String) async throws {
            let agg = try await Self.home()
            for arguments in [["doctor", "--format", format], ["--offline", "doctor", "--full", "--format", format]] {
                let result = try await agg.run(arguments: arguments, environment: ["LANG": "C.UTF-8"])
                #expect(result.status == 0)
                #expect(result.errors.isEmpty)
                #expect(result.output.contains("mirror"))
                #expect(!result.output.contains("failed"))
            }
        }

        @Test func `reports whether anything refreshes the store on a schedule`() async throws {
            let agg = try await Self.home()
            let enable = "systemctl --user enable --now agg-refresh.timer"
            func schedule() async throws -> String {
                try await agg.run("--offline", "doctor", "--format", "csv").output
            }
            #expect(try await schedule().contains("to refresh it on a schedule, run: \(enable)"))
            let wants = agg.folder.path(".config/systemd/user/timers.target.wants")
            try FileManager.default.createDirectory(atPath: wants, withIntermediateDirectories: true)
            _ = try agg.file(".config/systemd/user/timers.target.wants/agg-refresh.timer", "")
            #expect(try await schedule().contains("agg-refresh.timer is enabled; it has not run yet"))
            #expect(try await agg.run("refresh", "--due").status == 0)
            #expect(try await schedule().firstMatch(of: /schedule,ok,“refresh --due” last ran \d+ m?s ago/) != nil)
            let lock = agg.folder.path("store/refresh.lock")
            let past = Date(timeIntervalSinceNow: -3 * 86_400)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: lock)
            #expect(try await schedule().contains("“refresh --due” last ran 3 d ago"))
            #expect(try await schedule().contains("check the cron job or timer"))
        }

        @Test(arguments: [
            "agg doctor", "agg .doctor", "agg -c doctor", "agg -c 'doctor; sources'", "echo doctor | agg",
            #"printf '# look\n\n.doctor --full\nsources\n' | agg"#,
        ])
        func `runs despite a broken configuration, however it is invoked`(script: String) async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: x, kind: nope}\n")
            let result = try await agg.shell("agg() { '\(builtProgram("agg"))' --offline \"$@\"; }\n\(script)")
            #expect(result.status == 1)
            #expect(result.output.contains("unknown kind “nope”"))
            #expect(result.output.contains("sqlite"))
        }

        @Test func `an invalid store in the configuration is reported with its line and all other faults`() async throws
        {
            let agg = try Agg(configuration: "store: \"postgresql://al:pw@127.0.0.44/agg\"\nsourcez: []\n")
            let environment = ["AGG_STORE": ""]
            let expected = [
                "config.yml:1: the store URL contains a password", "config.yml:2: unknown key “sourcez”",
            ]
            let search = try await agg.run("--offline", "search", "x", environment: environment)
            #expect(search.status == 2 && search.errorLines.count == 2, "\(search.errors)")
            let doctor = try await agg.run("--offline", "doctor", "--format", "csv", environment: environment)
            #expect(doctor.status == 1 && doctor.output.contains("locale"), "\(doctor.errors)")
            for text in expected {
                #expect(search.errors.contains(text), "\(search.errors)")
                #expect(doctor.output.contains(text), "\(doctor.output)")
            }
            // Another store can be used instead, once the rest is corrected.
            try agg.configure("store: \"mysql://x\"\n")
            #expect(try await agg.run("--offline", "search", "london").status == 0)
        }

        @Test(arguments: ["agg doctor", "echo doctor | agg"])
        func `reports a store address that cannot be read`(script: String) async throws {
            let agg = try Agg()
            let result = try await agg.shell(
                "agg() { '\(builtProgram("agg"))' --offline --store mysql://x \"$@\"; }\n\(script)")
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.output.contains("unknown store “mysql://…”"))
            #expect(result.output.contains("locale"))
        }

        @Test(arguments: ["echo doctor | agg", "agg -c .doctor", "agg .doctor"])
        func `runs when no store can be created, however it is invoked`(script: String) async throws {
            let agg = try Agg()
            let file = try agg.file("file", "")
            let result = try await agg.shell(
                "agg() { '\(builtProgram("agg"))' --offline --store '\(file.path)' \"$@\"; }\n\(script)")
            #expect(result.status == 1)
            #expect(result.output.contains("mirror"))
        }

        /// Creates a folder with these permissions in a home that a stranger may read.
        private static func folder(in agg: Agg, permissions: Int) throws -> String {
            let files = FileManager.default
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: agg.folder.path)
            let folder = agg.folder.path("locked")
            try files.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: permissions])
            return folder
        }

        @Test(.enabled(if: Stranger.canRun))
        func `names the same reason as other commands if the store cannot be created`() async throws {
            let agg = try Agg()
            let store = try Self.folder(in: agg, permissions: 0o555) + "/store"
            let search = try await agg.run(as: Stranger(), "--offline", "--store", store, "search", "london")
            #expect(search.errors.contains("cannot use \(store): Permission denied"), "\(search.errors)")
            let doctor = try await agg.run(
                as: Stranger(), "--offline", "--store", store, "doctor", "--format", "csv")
            #expect(doctor.status == 1)
            for name in ["mirror", "user"] {
                #expect(doctor.output.contains("\(name),failed,cannot use \(store) (Permission denied)"), "\(doctor)")
            }
            #expect(doctor.output.contains("permissions,ok,there is no store or history to protect"), "\(doctor)")
        }

        @Test(.enabled(if: Stranger.canRun))
        func `warns of a store that cannot be written`() async throws {
            let agg = try Agg()
            #expect(try await agg.run("--offline", "favorite", "cities:2643743").status == 0)
            try Stranger.lockOut(of: agg)
            defer { Stranger.letIn(to: agg) }
            let doctor = try await agg.run(as: Stranger(), "--offline", "doctor")
            #expect(doctor.output.contains("with 1 favorite"), "\(doctor)")
            let texts = doctor.output.components(separatedBy: " but cannot be written (Permission denied)")
            #expect(texts.count == 3, "\(doctor)")
        }

        @Test(.enabled(if: Stranger.canRun))
        func `says why a file of the store cannot be read`() async throws {
            let agg = try Agg()
            let store = try Self.folder(in: agg, permissions: 0o755)
            let files = FileManager.default
            let mirror = store + "/mirror.sqlite"
            #expect(files.createFile(atPath: mirror, contents: nil, attributes: [.posixPermissions: 0]))
            let search = try await agg.run(as: Stranger(), "--offline", "--store", store, "search", "london")
            #expect(search.status == 1)
            #expect(
                search.errors.contains("cannot use \(mirror): Permission denied; check it and its permissions"),
                "\(search.errors)")
        }

        @Test(arguments: ["", "search lon", "sources\ndoctor", "# doctor"])
        func `nothing else runs with a broken configuration`(script: String) async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: x, kind: nope}\n")
            let script = try agg.file("script", script).path
            let result = try await agg.shell("'\(builtProgram("agg"))' --offline < '\(script)'")
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1 && result.errors.contains("unknown kind “nope”"))
        }

        @Test(arguments: [
            "agg help", "agg help search", "agg man", "agg completion bash", "agg search --help", "echo help | agg",
            "agg -c 'completion fish'", "agg --json help",
        ])
        func `help works with a broken configuration, which it reports`(script: String) async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: x, kind: nope}\n")
            let result = try await agg.shell("agg() { '\(builtProgram("agg"))' --offline \"$@\"; }\n\(script)")
            #expect(result.status == 0)
            #expect(result.output.count > 100)
            #expect(result.errorLines.count == 1 && result.errors.contains("unknown kind “nope”"))
        }

        @Test func `after help in a script, a command reports why no source is available`() async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: x, kind: nope}\n")
            let result = try await agg.run("--offline", "-c", "help exit; search lon")
            #expect(result.status == 2)
            #expect(result.errors.contains("the configuration has an error, so no source is available"))
        }

        @Test func `after doctor, a command reports why no source is available`() async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: x, kind: nope}\n")
            let result = try await agg.run("--offline", "-c", "doctor; search lon; help exit")
            #expect(result.status == 1)
            #expect(result.errors.contains("line 1: the configuration has an error, so no source is available"))
            #expect(result.output.contains("exit [STATUS]"))
        }

        @Test func `lists every check`() async throws {
            let agg = try await Self.home()
            let checks = try await agg.checks("doctor")
            #expect(
                Set(checks.keys).isSuperset(of: [
                    "configuration", "permissions", "disk", "mirror", "index", "user", "lock", "sqlite", "locale",
                    "terminal", "libcurl", "clock",
                ]))
            #expect(checks.keys.contains { $0.hasPrefix("address /") })
        }

        @Test func `reports configuration errors when nothing else runs`() async throws {
            let agg = try Agg(configuration: "sources:\n  - {id: cities, kind: towns}\nsearch: {limit: many}\n")
            #expect(try await agg.run("search", "london").status == 2)
            let result = try await agg.run("--offline", "doctor", "--json")
            #expect(result.status == 1)
            let faults = try result.checks.filter { $0.name == "configuration" }
            #expect(faults.count == 2)
            #expect(faults.allSatisfy { $0.status == "failed" && $0.fix.contains("correct line") })
        }

        @Test func `reports whether hosts respond and whether the clock agrees with theirs`() async throws {
            let agg = try Agg()
            let later = HTTPDate.text(Date(timeIntervalSinceNow: 7_200))
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(headers: ["Date": later], CityList.sample)
            }
            try agg.configure(cities: server.url("/cities.json"))
            let checks = try await agg.checks("doctor")
            #expect(checks["address 127.0.0.1:\(server.port)"]?.status == "ok")
            #expect(checks["clock"]?.status == "warning")
            #expect(checks["clock"]?.detail.contains("behind 127.0.0.1") == true)
            await server.stop()
            let result = try await agg.run("doctor", "--json")
            #expect(result.status == 1)
            #expect(try result.checks.first { $0.name.hasPrefix("address") }?.status == "failed")
        }

        @Test(arguments: [
            ("s3cret-token", "ok", "the token is accepted; 3 of 30 searches left this minute"),
            ("wrong-token", "failed", "GitHub rejects the token"),
            ("", "ok", "no token is set (GITHUB_TOKEN); 3 of 10"),
        ])
        func `reports whether a token is accepted and how many requests are left`(
            token: String, status: String, detail: String
        ) async throws {
            let agg = try Agg()
            let server = try await LoopbackServer.start { request in
                let held = request.headers["Authorization"]
                guard request.path == "/rate_limit" else { return LoopbackResponse() }
                if held != nil, held != "Bearer s3cret-token" { return LoopbackResponse(status: 401, "{}") }
                let limit = held == nil ? 10 : 30
                return .json(#"{"resources": {"search": {"limit": \#(limit), "remaining": 3, "reset": 1}}}"#)
            }
            try agg.configure(["github": "endpoint: \"\(server.url(""))\""])
            let check = try await agg.checks("doctor", environment: ["GITHUB_TOKEN": token])["token github"]
            #expect(check?.status == status)
            #expect(check?.detail.contains(detail) == true, "\(check?.detail ?? "")")
            #expect(check?.detail.contains("t0ken") == false)
        }

        @Test func `reports permissions that are too broad`() async throws {
            let agg = try await Self.home()
            chmod(agg.folder.path("store/user.sqlite"), 0o644)
            let check = try await agg.checks("doctor")["permissions"]
            #expect(check?.status == "warning")
            #expect(check?.fix.contains("chmod 600 \(agg.folder.path("store/user.sqlite"))") == true)
        }

        @Test func `reports who else has the store open`() async throws {
            let agg = try await Self.home()
            let session = try agg.session("--offline")
            try await session.waitForPrompt()
            try session.type("search london\r")
            try await session.wait(for: "London")
            let check = try await agg.checks("doctor")["lock"]
            #expect(check?.detail.contains("(agg)") == true, "\(check?.detail ?? "")")
            try StoreFile("user.sqlite", of: agg).overwrite(page: 4)
            let repair = try await agg.run("doctor", "--repair")
            #expect(repair.status == 1)
            #expect(repair.errors.contains("has the file open; quit that process and try again"), "\(repair.errors)")
            session.hangUp()
        }

        @Test func `inspects a store from a newer version and leaves it unchanged`() async throws {
            let agg = try await Self.home()
            let mirror = StoreFile("mirror.sqlite", of: agg)
            try mirror.settle()
            try mirror.makeNewer()
            let before = try mirror.bytes
            let checks = try await agg.checks("doctor")
            #expect(checks["mirror"]?.status == "failed")
            #expect(checks["mirror"]?.fix == "update agg")
            let repair = try await agg.run("doctor", "--repair")
            #expect(repair.status == 1)
            #expect(repair.errors.contains("was made by a newer version of agg"))
            #expect(try mirror.bytes == before)
        }

        @Test func `in a script, recovers favorites from a damaged user.sqlite without asking`() async throws {
            let agg = try await Self.home()
            let user = StoreFile("user.sqlite", of: agg)
            try user.settle()
            try user.overwrite(page: 1)
            let broken = try user.bytes
            #expect(try await agg.run("favorites").status == 1)
            #expect(try await agg.checks("doctor")["user"]?.status == "failed")
            let repair = try await agg.run("--offline", "-c", "doctor --repair --json; favorites --json")
            let documents = try repair.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
            let told = documents.first?["repairs"]?.arrayValue?.first
            #expect(told?["favorites"] == 1)
            #expect(told?["lost"]?.arrayValue == [])
            let record = documents.last?["records"]?.arrayValue?.first
            #expect(record?["title"] == "London")
            #expect(record?["tags"]?.arrayValue == ["home"])
            #expect(record?["note"] == "mine")
            let aside = try #require(told?["aside"]?.stringValue)
            #expect(try Data(contentsOf: URL(filePath: aside)) == broken)
            #expect(try await agg.run("favorite", "cities:2988507").status == 0)
        }

        @Test func `the suggested command repairs the store that was checked`() async throws {
            let agg = try await Self.home()
            try StoreFile("user.sqlite", of: agg).settle()
            try StoreFile("user.sqlite", of: agg).overwrite(page: 1)
            let other = agg.folder.path("another store")
            try FileManager.default.moveItem(atPath: agg.folder.path("store"), toPath: other)
            let fix = try await agg.checks("--store", other, "--offline", "doctor")["user"]?.fix
            #expect(fix?.hasPrefix("run “agg") == true)
            #expect(fix?.contains(" --store '\(other)' doctor --repair”") == true)
        }

        @Test func `asks first in a session, then continues with the new file`() async throws {
            let agg = try await Self.home()
            let user = StoreFile("user.sqlite", of: agg)
            try user.settle()
            try user.overwrite(page: 1)
            let session = try agg.session("--offline", environment: ["PAGER": "cat"])
            try await session.waitForPrompt()
            try session.type("doctor --repair\r")
            try await session.wait(for: "[yes/no]")
            try session.type("yes\r")
            try await session.wait(for: "was rebuilt")
            try session.type("favorites\r")
            try await session.wait(for: "London")
            session.hangUp()
            #expect(try await agg.run("favorites", "--json").titles == ["London"])
        }
    }
}

/// The result of one check.
struct Check {
    var name: String
    var status: String
    var detail: String
    var fix: String
}

extension Agg.Result {
    /// The checks of the JSON document.
    var checks: [Check] {
        get throws {
            (try json["checks"]?.arrayValue ?? []).map { check in
                Check(
                    name: check["name"]?.stringValue ?? "", status: check["status"]?.stringValue ?? "",
                    detail: check["detail"]?.stringValue ?? "", fix: check["remedy"]?.stringValue ?? "")
            }
        }
    }
}

extension Agg {
    /// The results of doctor by check name.
    func checks(_ arguments: String..., environment: [String: String] = [:]) async throws -> [String: Check] {
        let result = try await run(arguments: arguments + ["--json"], environment: environment)
        return Dictionary(try result.checks.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The names of the output formats.
enum OutputFormat {
    static let all = ["table", "list", "json", "ndjson", "csv", "tsv", "markdown", "html"]
}
