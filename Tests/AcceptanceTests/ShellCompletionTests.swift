import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Tab completion in real shells with the generated scripts.
    struct ShellCompletionTests {
        /// A home with a shell's completion script, a working folder, a disabled source, and a saved search in a separate
        /// store.
        private func home(_ shell: String) async throws -> (agg: Agg, environment: [String: String]) {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]\n")
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("papers/sub dir"), withIntermediateDirectories: true)
            _ = try agg.file("papers/a b.yml", "sources: [{id: qemu, kind: feed, url: \"https://example.org/feed\"}]\n")
            _ = try agg.file("papers/other.agg", "sources\n")
            _ = try agg.file("completion", try await agg.run("--generate", shell).output)
            let saved = try await agg.run(
                "--offline", "--store", agg.folder.path("papers/sub dir"), "save", "mine", "search", "london")
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(try await agg.run("--offline", "--quiet", "search", "london").status == 0)
            #expect(try await agg.run("--offline", "--quiet", "save", "fails", "search", "{what}").status == 0)
            let built = URL(filePath: builtProgram("agg")).deletingLastPathComponent().path
            return (agg, agg.environment.merging(["PATH": "\(built):/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 })
        }

        private static let bashStart = """
            PS1='$ '; cd ~/papers; source ~/completion
            bind 'set show-all-if-ambiguous on'; bind 'set completion-query-items 0'; bind 'set page-completions off'
            bind 'set bell-style none'
            """

        private func bash() async throws -> (agg: Agg, terminal: PseudoTerminal) {
            let (agg, environment) = try await home("bash")
            _ = try agg.file("start", Self.bashStart)
            let terminal = try PseudoTerminal(
                ["/bin/bash", "--noprofile", "--rcfile", agg.folder.path("start"), "-i"], columns: 100, rows: 40,
                environment: environment, in: agg.folder)
            try await terminal.waitAtLine("$")
            return (agg, terminal)
        }

        @Test func `bash completes what is typed`() async throws {
            let (_, terminal) = try await bash()
            for (typed, line) in Self.completed {
                try terminal.type(typed + "\t")
                try await terminal.waitAtLine("$ " + line)
                try terminal.type("\u{15}")
                try await terminal.waitAtLine("$")
            }
        }

        /// What is typed, and the line after Tab.
        private static let completed = [
            ("agg hist", "agg history"), ("agg --off", "agg --offline"),
            ("agg search lon --off", "agg search lon --offline"),
            ("agg --config a", "agg --config a\\ b.yml"), ("agg --config \"a b", "agg --config \"a b.yml\""),
            ("agg --config a\\ ", "agg --config a\\ b.yml"), ("agg --config=a", "agg --config=a\\ b.yml"),
            ("agg --config 'a", "agg --config 'a b.yml'"),
            ("agg --config ~/papers/o", "agg --config ~/papers/other.agg"),
            ("agg --log o", "agg --log other.agg"), ("agg search x --log o", "agg search x --log other.agg"),
            ("agg --store s", "agg --store sub\\ dir/"), ("agg read o", "agg read other.agg"),
            ("agg source import a", "agg source import a\\ b.yml"), ("agg favs export a", "agg favs export a\\ b.yml"),
            ("agg favorites import o", "agg favorites import other.agg"),
            ("agg map x --svg o", "agg map x --svg other.agg"),
            ("agg --format=m", "agg --format=markdown"), ("agg search --format=m", "agg search --format=markdown"),
            ("agg --format m", "agg --format markdown"), ("agg set mode m", "agg set mode markdown"),
            ("agg set theme li", "agg set theme light"), ("agg source di", "agg source disable"),
            ("agg source disable gi", "agg source disable github"), ("agg source enable ", "agg source enable feed"),
            ("agg run fails wh", "agg run fails what="),
            ("agg sources fe", "agg sources feed"), ("agg refresh g", "agg refresh github"),
            ("agg show cit\t264374", "agg show cities:2643743"), ("agg show cities:264374", "agg show cities:2643743"),
            ("agg show \"cities:264374", "agg show \"cities:2643743\""),
            ("agg search lon countr\tGB", "agg search lon country:GB"),
            ("agg search lon -countr\tGB", "agg search lon -country:GB"),
            ("agg watch 5 hist", "agg watch 5 history"), ("agg save x hist", "agg save x history"),
            ("agg search results:Pass\\ w", "agg search results:Pass\\ w/\\ Conditions"),
            ("agg search source:ci", "agg search source:cities"),
            ("agg --config 'a b.yml' list q", "agg --config 'a b.yml' list qemu"),
            ("agg --config=a\\ b.yml list q", "agg --config=a\\ b.yml list qemu"),
            ("agg --store 'sub dir' run m", "agg --store 'sub dir' run mine"),
            ("agg unsave --store ~/papers/sub\\ dir m", "agg unsave --store ~/papers/sub\\ dir mine"),
            ("true; agg --offline hi", "true; agg --offline history"),
        ]

        @Test(arguments: [
            ("agg read ", ["a b.yml", "other.agg", "sub dir/"], ["--json"]),
            ("agg set mode ", ["csv", "markdown", "ndjson"], ["theme"]), ("agg set cache ", ["off", "on"], ["theme"]),
            ("agg source disable ", ["chicago-inspections", "cities", "github"], ["enable", "feed"]),
            ("agg list ", ["cities", "github"], ["feed"]),
            ("agg search --source ", ["cities", "github"], ["feed"]),
            ("agg search lon --", ["--limit", "--config", "--offline", "--quiet"], ["--generate"]),
        ])
        func `bash lists only matching candidates`(typed: String, offered: [String], others: [String]) async throws {
            let (_, terminal) = try await bash()
            try terminal.type(typed + "\t")
            try await terminal.wait(for: "a list") { screen in
                screen.lines[screen.row].hasPrefix("$ agg") && screen.row > 0
            }
            for word in offered { #expect(terminal.screen.text.contains(word)) }
            for word in others { #expect(!terminal.screen.text.contains(word)) }
        }

        @Test func `completion never runs the typed text and creates no files`() async throws {
            let (agg, terminal) = try await bash()
            let typed = "agg --store '$(touch x)' --config \"`touch y`\" --log $(touch z) run "
            try terminal.type(typed + "\tz")
            try await terminal.waitAtLine("$ " + typed + "z")
            let files = try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("papers")).sorted()
            #expect(files == ["a b.yml", "other.agg", "sub dir"])
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
        func `fish offers matching candidates`() async throws {
            let (agg, environment) = try await home("fish")
            let script = "cd ~/papers; source ~/completion; for line in $argv; complete -C $line; echo end; end"
            let result = try await agg.run(
                arguments: ["--no-config", "-c", script] + Self.offeredByFish.map(\.typed), environment: environment,
                program: "/usr/bin/fish")
            let answers = result.output.components(separatedBy: "end\n").dropLast()
            #expect(answers.count == Self.offeredByFish.count, "\(result.errors)")
            for ((typed, offered), answer) in zip(Self.offeredByFish, answers) {
                let words = answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
                #expect(words.map { $0.replacing("\\", with: "") }.sorted() == offered, "\(typed)")
            }
        }

        private static let offeredByFish: [(typed: String, offered: [String])] = [
            ("agg hist", ["history"]), ("agg search lon --off", ["--offline"]), ("agg --config a", ["a b.yml"]),
            ("agg --config=a", ["--config=a b.yml"]), ("agg --config \"a b", ["a b.yml"]),
            ("agg read o", ["other.agg"]), ("agg --store ", ["sub dir/"]), ("agg source import o", ["other.agg"]),
            ("agg --format=m", ["--format=markdown"]), ("agg set cache ", ["off", "on"]),
            ("agg source enable ", ["feed"]), ("agg source disable gi", ["github"]),
            ("agg refresh ", ["chicago-inspections", "cities", "github", "nyc-schools"]),
            ("agg show cities:264374", ["cities:2643743"]), ("agg --config 'a b.yml' list q", ["qemu"]),
            ("agg --store 'sub dir' run ", ["mine"]), ("agg search --frob ", []), ("agg frobnicate x", []),
        ]

        private static let zshStart = """
            PS1='%% '; unsetopt prompt_sp beep; cd ~/papers
            autoload -Uz compinit; compinit -u -D; source ~/completion
            """

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")))
        func `zsh completes what is typed`() async throws {
            let (agg, environment) = try await home("zsh")
            _ = try agg.file(".zshrc", Self.zshStart)
            let terminal = try PseudoTerminal(
                ["/usr/bin/zsh", "-i"], columns: 100, rows: 40,
                environment: environment.merging(["ZDOTDIR": agg.folder.path]) { $1 }, in: agg.folder)
            try await terminal.waitAtLine("%")
            for (typed, line) in Self.completedByZsh {
                try terminal.type(typed + "\t")
                try await terminal.waitAtLine("% " + line)
                try terminal.type("\u{15}")
                try await terminal.waitAtLine("%")
            }
        }

        private static let completedByZsh = [
            ("agg hist", "agg history"), ("agg search lon --off", "agg search lon --offline"),
            ("agg --config a", "agg --config a\\ b.yml"), ("agg --config=a", "agg --config=a\\ b.yml"),
            ("agg --config \"a b", "agg --config \"a b.yml\""), ("agg read o", "agg read other.agg"),
            ("agg --store s", "agg --store sub\\ dir/"), ("agg source import o", "agg source import other.agg"),
            ("agg --format=m", "agg --format=markdown"), ("agg set mode m", "agg set mode markdown"),
            ("agg source enable ", "agg source enable feed"),
            ("agg source disable gi", "agg source disable github"),
            ("agg refresh g", "agg refresh github"), ("agg show cities:264374", "agg show cities:2643743"),
            ("agg show cit\t264374", "agg show cities:2643743"),
            ("agg --config 'a b.yml' list q", "agg --config 'a b.yml' list qemu"),
            ("agg --store 'sub dir' run m", "agg --store 'sub dir' run mine"),
        ]
    }
}
