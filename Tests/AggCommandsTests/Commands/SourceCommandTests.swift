import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

import AggCommands

@Suite struct SourceCommandTests {
    @Test func `adding a source reports what was found and makes it available at once`() async throws {
        let bench = try Bench(answers: ["/lakes": [.text("1|Loch Ness|Scotland")]])
        let output = try await bench.run("source add stub lakes")
        let report = try #require(output.report)
        #expect(report.findings == ["Stub: lakes", "3 lines"])
        #expect(
            report.messages == ["Added lakes (stub) in sources.d/lakes.yml; run “refresh lakes” to fetch its records."])
        #expect(report.about.map(\.id.description) == ["lakes"])
        #expect(try await bench.run("refresh lakes").status == .done)
        #expect(try await bench.run("search loch").addresses == ["lakes:1"])
    }

    @Test func `a source added at a prompt is fetched at once`() async throws {
        let bench = try Bench(answers: ["/lakes": [.text("1|Loch Ness|Scotland")]], prompter: StubPrompter(["yes"]))
        let output = try await bench.run("source add stub lakes")
        #expect(output.report?.messages == ["Added lakes (stub) in sources.d/lakes.yml with 1 record."])
        #expect(try await bench.run("search loch").addresses == ["lakes:1"])
    }

    @Test func `a source of any kind is added at a prompt only with the user's consent`() async throws {
        let bench = try Bench(prompter: StubPrompter(["no"]))
        #expect(try await bench.run("source add stub lakes").report?.messages == ["Nothing was added."])
        #expect(bench.configurations.added.isEmpty)
    }

    @Test func `a source added at a prompt stays if it cannot be fetched`() async throws {
        let bench = try Bench(prompter: StubPrompter(["yes"]))
        let output = try await bench.run("source add stub lakes")
        #expect(output.report?.messages == ["Added lakes (stub) in sources.d/lakes.yml."])
        #expect(output.errors.map(\.source?.description) == ["lakes"])
        #expect(bench.configurations.added == ["lakes"])
    }

    @Test func `a chosen id replaces the proposed one`() async throws {
        let bench = try Bench()
        _ = try await bench.run("source add stub all the lakes --id waters")
        #expect(bench.configurations.added == ["waters"])
        #expect(try await bench.run("source export --opml").text == "list towns peaks waters")
    }

    @Test func `says how many disabled sources an exported list omits`() async throws {
        let bench = try Bench()
        #expect(try await bench.run("source export").remarks.isEmpty)
        _ = try await bench.run("source disable towns")
        let output = try await bench.run("source export")
        #expect(output.text == "list peaks")
        #expect(output.remarks == ["the list omits 1 disabled source: towns"])
        _ = try await bench.run("source disable peaks")
        #expect(
            try await bench.run("source export").remarks == ["the list omits 2 disabled sources: towns, peaks"])
    }

    @Test func `exports the list of sources to a file, and overwrites one only if forced`() async throws {
        let folder = try TemporaryFolder()
        let (bench, file) = (try Bench(), folder.path("list.opml"))
        #expect(try await bench.run("source export '\(file)'").text == "Wrote the list of sources to \(file).")
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("list towns peaks"))
        #expect(await bench.error(of: "source export '\(file)'")?.code == "file_exists")
        #expect(await bench.error(of: "source export '\(file)' --force") == nil)
        for name in ["list.csv", "list", "opml"] {
            let message = await bench.error(of: "source export \(name)")?.message
            #expect(message?.hasSuffix("the name must end in .opml or .xml") == true)
        }
        #expect(await bench.error(of: "source remove towns --force")?.message.contains("no option --force") == true)
    }

    @Test(arguments: [
        ("source", Status.usage, "missing VERB"),
        ("source wobble", .usage, "use add, find, remove, enable"),
        ("source add stub", .usage, "usage: source add"),
        ("source remove towns peaks", .usage, "unexpected “peaks”; usage: source remove ID"),
        ("source remove towns --id x", .usage, "“source remove” has no option --id"),
        ("source add stab lakes", .usage, "unknown kind “stab”; did you mean “stub”?"),
        ("source add /nowhere/x.csv", .usage, "no such file “/nowhere/x.csv”"),
        ("source add /x.csv", .usage, "no such file “/x.csv”"),
        ("source add ./x.csv", .usage, "no such file “./x.csv”"),
        ("source add /", .usage, "“/” is a folder; specify a file"),
        ("source add wobble", .usage, "“wobble” is neither a file nor a kind of source; the kinds are "),
        ("source preview tows", .usage, "no such file or source: “tows”; did you mean “towns”?"),
        ("source add stub nowhere", .failed, "no source was added: offline (no such host)"),
        ("source preview stub nowhere", .failed, "cannot preview records: offline (no such host)"),
        ("source add stub lakes --id towns", .failed, "source “towns” already exists; choose another id with --id"),
        (
            "source add stub lakes --id towns --dry-run", .failed,
            "source “towns” already exists; choose another id with --id"
        ),
        (
            "source add stub lakes --id favorites", .failed,
            "“favorites” is the name of a view in SQL; choose another id"
        ),
        ("source add stub “A”", .usage, "invalid id “"),
        ("source add stub full", .failed, "the disk is full"),
        ("source remove twons", .usage, "unknown source “twons”; did you mean “towns”?"),
        ("source remove towns", .failed, "run “source disable towns” to disable it"),
        ("source enable nothing-like-it", .usage, "use one of peaks, towns"),
    ])
    func `an error is one sentence with a status`(line: String, status: Status, text: String) async throws {
        let bench = try Bench()
        let error = await bench.error(of: line)
        #expect(error?.status == status)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        #expect(bench.configurations.added.isEmpty)
        #expect(bench.context.aggregator.registry.instances.count == 2)
    }

    @Test func `a proposed id that another source has gets a number, also in a dry run and in the question`()
        async throws
    {
        var bench = try Bench()
        let note = "A source “towns” already exists."
        #expect(
            try await bench.run("source add stub towns --dry-run").report?.messages
                == [note, "Nothing was added. Without --dry-run, the source would be added as “towns-2”."])
        #expect(
            try await bench.run("source add stub towns").report?.messages
                == [
                    note,
                    "Added towns-2 (stub) in sources.d/towns-2.yml; run “refresh towns-2” to fetch its records.",
                ])
        let prompter = StubPrompter(["yes"])
        bench.context.prompter = prompter
        #expect(
            try await bench.run("source add stub towns").report?.messages
                == ["Added towns-3 (stub) in sources.d/towns-3.yml."])
        #expect(prompter.questions.map { $0.hasSuffix("\n\(note) Add it as “towns-3”?") } == [true])
        #expect(bench.configurations.added == ["towns-2", "towns-3"])
    }

    @Test func `a source that would be refused is not offered`() async throws {
        let prompter = StubPrompter(["yes"])
        let bench = try Bench(prompter: prompter)
        for line in ["source add stub lakes --id towns", "source add stub lakes --id records"] {
            #expect(await bench.error(of: line)?.message.contains("choose another id") == true)
        }
        #expect(await bench.error(of: "source add stub lakes --id A")?.message.contains("invalid id “A”") == true)
        #expect(prompter.questions.isEmpty)
    }

    @Test func `a source does not get the id of a view in SQL`() async throws {
        let bench = try Bench()
        let messages = try await bench.run("source add stub records").report?.messages
        #expect(messages?.first?.hasPrefix("Added records-stub (stub)") == true)
    }

    @Test func `a missing file is not called an unknown kind, and a file with a like name is suggested`() async throws {
        let folder = try TemporaryFolder()
        try "id\n1\n".write(toFile: folder.path("trees.csv"), atomically: true, encoding: .utf8)
        let message = try await Bench().error(of: "source add '\(folder.path("tree.csv"))'")?.message
        #expect(message == "no such file “\(folder.path("tree.csv"))”; did you mean “trees.csv”?")
    }

    @Test func `removing a source deletes its rows and keeps its favorites`() async throws {
        let bench = try Bench(answers: ["/lakes": [.text("1|Loch Ness|Scotland")]])
        _ = try await bench.run("source add stub lakes")
        _ = try await bench.run("refresh lakes")
        _ = try await bench.run("favorite lakes:1")
        let report = try #require(try await bench.run("source remove lakes").report)
        #expect(report.messages == ["Removed lakes and its rows; kept its one favorite."])
        #expect(report.about.isEmpty)
        let id = try #require(SourceID("lakes"))
        #expect(await bench.store.states()[id] == nil)
        #expect(try await bench.run("favorites").titles == ["Loch Ness"])
        #expect(try await bench.run("search loch").titles.isEmpty)
    }

    @Test func `a disabled source is not searched until it is enabled`() async throws {
        let bench = try Bench()
        try await bench.holdTownsAndPeaks()
        #expect(
            try await bench.run("source disable towns").report?.messages
                == ["Disabled towns; its rows and favorites are kept. Run “source enable towns” to enable it again."])
        #expect(try await bench.run("search lon").addresses == ["peaks:a"])
        #expect(try await bench.run("source disable towns").report?.messages == ["towns is already disabled."])
        for line in ["list towns", "search lon --source towns", "search source:towns", "refresh towns"] {
            #expect(
                await bench.error(of: line)?.message
                    == "source “towns” is disabled; run “source enable towns” to enable it")
        }
        #expect(
            await bench.error(of: "show towns:1")?.message
                == "no such record: towns:1; its source is disabled; run “source enable towns” to enable it")
        #expect(try await bench.run("source enable towns").report?.messages == ["Enabled towns."])
        #expect(try await bench.run("search london").titles.first == "London")
    }

    @Test func `importing a list adds its sources and numbers an id that is taken`() async throws {
        let bench = try Bench(answers: ["/feeds.txt": [.text("list lakes towns full")]])
        let output = try await bench.run("source import https://stub.example/feeds.txt")
        #expect(bench.configurations.added == ["lakes", "towns-2"])
        #expect(output.status == .failed)
        #expect(output.errors.map(\.message) == ["not added: full: the disk is full"])
        #expect(
            output.report?.messages == ["Added 2 sources; run “refresh lakes towns-2” to fetch them."])
    }

    @Test(arguments: [
        (
            "list lakes ufo!", Status.done,
            ["Added 1 source; run “refresh lakes” to fetch it.", "Skipped 1 entry: ufo! (not a town)."]
        ),
        (
            "list a! b! c! d! e! f! g!", .failed,
            [
                "Added 0 sources.",
                "Skipped 7 entries: a! (not a town), b! (not a town), c! (not a town), d! (not a town), e! (not a town), and 2 more.",
            ]
        ),
        ("list ", .done, ["The list has no sources, so nothing was added."]),
    ])
    func `importing a list reports what it skips, and why`(list: String, status: Status, messages: [String])
        async throws
    {
        let bench = try Bench(answers: ["/feeds.txt": [.text(list)]])
        let output = try await bench.run("source import https://stub.example/feeds.txt")
        #expect(output.report?.messages == messages)
        #expect(output.status == status)
    }

    @Test(arguments: [
        ("source import https://stub.example/other.txt", "is not a source list in a known format"),
        ("source import https://stub.example/gone.txt", "cannot import “https://stub.example/gone.txt”: HTTP 404"),
        ("source import feeds.txt", "cannot import “feeds.txt”: offline"),
    ])
    func `a list that cannot be read fails with the reason`(line: String, text: String) async throws {
        let bench = try Bench(answers: ["/other.txt": [.text("hello")], "/gone.txt": [.status(404)]])
        let error = await bench.error(of: line)
        #expect(error?.status == .failed)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
    }

    /// Two added sources, the given ones with a fault in their files.
    private func bench(faulty: [String]) async throws -> Bench {
        let bench = try Bench(answers: ["/feeds.txt": [.text("list ponds")]])
        for id in ["lakes", "rivers"] { _ = try await bench.run("source add stub \(id)") }
        for id in faulty {
            try bench.configurations.write(SourceText(path: "sources.d/\(id).yml", text: "\(id) wobble"))
        }
        return bench
    }

    @Test(arguments: ["source import https://stub.example/feeds.txt", "source remove rivers", "source disable towns"])
    func `changes nothing if another file has a fault`(line: String) async throws {
        let bench = try await bench(faulty: ["lakes"])
        let error = await bench.error(of: line)
        #expect(error?.message.contains("unknown kind “wobble”") == true, "\(error?.message ?? "")")
        #expect(bench.configurations.added == ["lakes", "rivers"])
        #expect(try bench.configurations.entries().allSatisfy(\.isEnabled))
    }

    @Test func `a source whose own file has a fault can be removed`() async throws {
        let bench = try await bench(faulty: ["lakes"])
        #expect(try await bench.run("source remove lakes").status == .done)
        #expect(bench.configurations.added == ["rivers"])
    }

    @Test func `files with faults can be repaired one after the other`() async throws {
        var bench = try await bench(faulty: ["lakes", "rivers"])
        let lakes = try #require(SourceID("lakes"))
        bench.context.editFile = { path, _ in
            try? "lakes stub".write(toFile: path, atomically: true, encoding: .utf8)
        }
        let output = try await bench.run("source edit lakes")
        #expect(output.report?.messages == ["Changed lakes; other files still have errors."])
        #expect(output.errors.map { $0.message.hasPrefix("sources.d/rivers.yml:1: unknown kind “wobble”") } == [true])
        #expect(bench.configurations.file(of: lakes)?.text == "lakes stub")
        bench.context.editFile = { path, _ in
            try? "rivers stub".write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(
            try await bench.run("source edit rivers").report?.messages
                == ["Changed rivers; run “refresh rivers” to fetch its records again."])
    }

    @Test func `the file of a source stays valid while its text is being edited`() async throws {
        var bench = try await bench(faulty: [])
        let lakes = try #require(SourceID("lakes"))
        let prompter = StubPrompter(["yes", "no"])
        bench.context.prompter = prompter
        let configurations = bench.configurations
        let seen = Mutex<[String?]>([])
        bench.context.editFile = { path, _ in
            seen.withLock { $0.append(configurations.file(of: lakes)?.text) }
            try? "lakes wobble".write(toFile: path, atomically: true, encoding: .utf8)
        }
        let error = await bench.error(of: "source edit lakes")
        #expect(prompter.questions.count == 2)
        #expect(seen.withLock { $0 } == ["lakes stub", "lakes stub"])
        #expect(bench.configurations.file(of: lakes)?.text == "lakes stub")
        #expect(
            error?.message.hasPrefix("sources.d/lakes.yml.rejected:1: unknown kind “wobble”") == true,
            "\(error?.message ?? "")")
        #expect(
            error?.message.hasSuffix(
                "“sources.d/lakes.yml” is unchanged, and your text is in “sources.d/lakes.yml.rejected”; "
                    + "to continue with it, run “source edit lakes” again; to start over, delete that file") == true,
            "\(error?.message ?? "")")
    }

    @Test func `if the editor fails, the file of the source is unchanged and the text is kept`() async throws {
        var bench = try await bench(faulty: [])
        let lakes = try #require(SourceID("lakes"))
        bench.context.editFile = { path, _ throws(CommandError) in
            try? "lakes wobble".write(toFile: path, atomically: true, encoding: .utf8)
            throw CommandError(code: "not_edited", message: "the editor exited with status 1")
        }
        #expect(
            await bench.error(of: "source edit lakes")?.message
                == "the editor exited with status 1. “sources.d/lakes.yml” is unchanged, and your text is in "
                + "“sources.d/lakes.yml.rejected”; to continue with it, run “source edit lakes” again; "
                + "to start over, delete that file")
        #expect(bench.configurations.file(of: lakes)?.text == "lakes stub")
    }

    @Test func `the report is also available as JSON`() async throws {
        var output = try await Bench().run("source add stub lakes")
        output.format = .json
        let json = try JSONValue(parsing: Renderer.render(output, Presentation(format: .json)))
        #expect(json["command"] == "source")
        #expect(json["findings"]?.arrayValue?.count == 2)
        #expect(json["sources"]?.arrayValue?.first?["id"] == "lakes")
    }
}

extension CommandOutput {
    /// The report about changed sources.
    var report: SourceReport? {
        body as? SourceReport
    }

    var text: String? {
        (body as? TextAnswer)?.text
    }
}
