import Foundation
import Glibc
import TestSupport
import Testing

extension AcceptanceTests {
    /// Settings, where each came from, and what they change at a terminal.
    struct SettingTests {
        private func origins(_ agg: Agg, _ arguments: [String], environment: [String: String] = [:]) async throws
            -> [String: String]
        {
            let result = try await agg.run(
                arguments: arguments + ["set", "--format", "tsv"], environment: environment)
            let rows = result.output.split(separator: "\n").dropFirst().map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], "\($0[1]) \($0[2])") })
        }

        @Test func `shows where each value came from`() async throws {
            let agg = try Agg(configuration: "search: {limit: 20}")
            _ = try await agg.run("set", "--keep", "theme", "light")
            _ = try await agg.run("set", "--keep", "limit", "30")
            let variables = ["NO_COLOR": "1", "PAGER": "most -s"]
            let origins = try await origins(agg, ["--format", "list"], environment: variables)
            #expect(origins["mode"] == "list option")
            #expect(origins["theme"] == "light kept")
            #expect(origins["limit"] == "30 kept")
            #expect(origins["color"] == "never environment")
            #expect(origins["pager"] == "most -s environment")
            #expect(origins["timing"] == "on default")
            let reported = ["COLORFGBG": "15;0"]
            #expect(try await self.origins(agg, [], environment: reported)["theme"] == "light kept")
            #expect(try await self.origins(agg, ["--no-init"], environment: reported)["theme"] == "dark detected")
            let plain = try await self.origins(agg, ["--no-init"])
            #expect(plain["limit"] == "20 file")
            #expect(plain["theme"] == "dark default")
            #expect(try await agg.run("-c", "set limit 5; set limit").output.contains("5      command"))
        }

        @Test func `the environment overrides saved values, and an option overrides both`() async throws {
            let agg = try Agg()
            _ = try await agg.run("set", "--keep", "color", "always")
            _ = try await agg.run("set", "--keep", "pager", "most")
            for variables in [["NO_COLOR": "1"], ["CLICOLOR": "0"]] {
                #expect(try await origins(agg, [], environment: variables)["color"] == "never environment")
            }
            #expect(try await origins(agg, [], environment: ["PAGER": "more"])["pager"] == "more environment")
            let kept = try await origins(agg, [])
            #expect(kept["color"] == "always kept")
            #expect(kept["pager"] == "most kept")
            #expect(
                try await origins(agg, ["--color", "auto"], environment: ["NO_COLOR": "1"])["color"] == "auto option")
        }

        @Test func `the startup file runs first, silently, unless --no-init is given`() async throws {
            let agg = try Agg()
            let config = ["XDG_CONFIG_HOME": agg.folder.path("config")]
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("config/agg"), withIntermediateDirectories: true)
            try "# mine\nset limit 2\nset mode list\nsearch lon\nnonsense\n".write(
                toFile: agg.folder.path("config/agg/aggrc"), atomically: true, encoding: .utf8)
            for arguments in [["list", "cities", "--json"], ["-c", "list cities --json"]] {
                let result = try await agg.run(arguments: ["--offline", "--quiet"] + arguments, environment: config)
                #expect(try result.titles.count == 2)
                #expect(result.status == 0)
                #expect(
                    result.errors == "agg: \(agg.folder.path("config/agg/aggrc")):5: unknown command “nonsense”; "
                        + "to search for words, use “search”; “help” lists the commands\n")
                let bare = try await agg.run(
                    arguments: ["--no-init", "--offline", "--quiet"] + arguments, environment: config)
                #expect(try bare.titles.count == 50)
                #expect(bare.errors.isEmpty)
            }
            let option = try await agg.run(
                arguments: ["--offline", "--format", "csv", "list", "cities"], environment: config)
            #expect(option.output.hasPrefix("address,source"))
        }

        @Test(arguments: [["set", "limit"], ["-c", "set limit"]])
        func `exit with a status in the startup file ends the program`(arguments: [String]) async throws {
            let agg = try Agg()
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("config/agg"), withIntermediateDirectories: true)
            _ = try agg.file("config/agg/aggrc", "exit 3\n")
            let config = ["XDG_CONFIG_HOME": agg.folder.path("config")]
            let result = try await agg.run(arguments: ["--offline", "--quiet"] + arguments, environment: config)
            #expect(result.status == 3 && result.output.isEmpty && result.errors.isEmpty)
            let told = try await agg.run(arguments: ["--offline"] + arguments, environment: config)
            #expect(
                told.errors == "agg: \(agg.folder.path("config/agg/aggrc")):1: “exit” ended agg at startup; "
                    + "use --no-init to skip the startup file\n")
            _ = try agg.file("config/agg/aggrc", "exit\n")
            let other = try await agg.run(arguments: ["--offline", "--quiet"] + arguments, environment: config)
            #expect(other.status == 0 && other.output.contains("limit"))
        }

        @Test func `Ctrl-C in the startup file also ends a command, but not a session`() async throws {
            let agg = try Agg()
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("config/agg"), withIntermediateDirectories: true)
            #expect(mkfifo(agg.folder.path("pipe"), 0o600) == 0)
            _ = try agg.file("config/agg/aggrc", "nonsense\nread \(agg.folder.path("pipe"))\n")
            let config = ["XDG_CONFIG_HOME": agg.folder.path("config")]
            let command = try agg.session("--offline", "set", "limit", environment: config)
            try await command.wait(for: "unknown command")
            try command.type("\u{3}")
            #expect(try await command.waitForExit() == 130 << 8)
            #expect(!command.screen.text.contains("default"))
            let session = try agg.session("--offline", environment: config)
            try await session.wait(for: "unknown command")
            try session.type("\u{3}")
            try await session.waitForPrompt()
            #expect(session.screen.text.contains("skipped"))
        }

        @Test func `long output is paged only at a terminal`() async throws {
            let agg = try Agg()
            let terminal = try agg.session("--offline", rows: 20, environment: ["PAGER": "sed s/^/paged:/"])
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit 40\r")
            try await terminal.wait(for: "paged:40 of ")
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit 2\r")
            try await terminal.wait(for: "2 of ")
            try await terminal.waitForPrompt()
            #expect(!terminal.screen.text.contains("paged:2 of "))
            try terminal.type("set pager nosuchpager\r")
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit 41\r")
            try await terminal.wait(for: "41 of ")
            try terminal.type("exit\r")
            #expect(try await terminal.waitForExit() == 0)
            #expect(
                !(try await agg.run(
                    arguments: ["--offline", "list", "cities"], environment: ["PAGER": "sed s/^/paged:/"])).output
                    .contains("paged"))
        }

        @Test func `without a locale, less shows accents and not their bytes`() async throws {
            let agg = try Agg()
            let cities = (1...40).map { CityList.city($0, "Belém \($0)", "BR", -1.4, -48.5) }
            try agg.configure(cities: try agg.file("cities.json", CityList.list(cities)))
            #expect(try await agg.run("refresh", "cities").status == 0)
            let terminal = try agg.session("--offline", rows: 20)
            try await terminal.waitForPrompt()
            try terminal.type("list cities --limit 40\r")
            try await terminal.wait(for: "Belém")
            terminal.hangUp()
        }

        @Test func `a pager that may count colors as width gets none`() async throws {
            let terminal = try Agg().session(
                "--offline", rows: 20, environment: ["TERM": "xterm-256color", "PAGER": "cat -v"])
            try await terminal.waitForPrompt()
            try terminal.type("search lon --limit 40\r")
            try await terminal.wait(for: " records (")
            try await terminal.waitForPrompt()
            #expect(!terminal.screen.text.contains("^[["))
        }

        @Test func `a terminal without UTF-8 gets ASCII text`() async throws {
            let terminal = try Agg().session(
                "--offline", "search", "sao paulo", "--limit", "1", environment: ["LC_ALL": "C"])
            _ = try await terminal.waitForExit()
            #expect(terminal.screen.text.contains("Sao Paulo"))
            #expect(terminal.screen.text.utf8.allSatisfy { $0 < 0x80 })
        }
    }
}
