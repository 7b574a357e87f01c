import AggCore
import AggSource
import AggStorage
import AggTesting
import Foundation
import Synchronization
import Testing

import AggCommands

@Suite struct DoctorCommandTests {
    private static func finding(_ status: HealthFinding.Status) -> HealthFinding {
        HealthFinding("thing", status, "it is so", fix: status == .ok ? nil : "do this")
    }

    @Test(arguments: [
        (HealthFinding.Status.ok, Status.done), (.warning, .done), (.skipped, .done), (.failed, .failed),
    ])
    func `only a failed check makes the command fail`(status: HealthFinding.Status, expected: Status) async throws {
        var bench = try Bench(sources: [])
        bench.context.health = [StubHealth(found: [Self.finding(.ok), Self.finding(status)])]
        #expect(try await bench.run("doctor").status == expected)
    }

    @Test func `passes the scope to the checks`() async throws {
        var bench = try Bench(sources: [])
        let asked = StubHealth(found: [])
        bench.context.health = [asked]
        bench.context.isOffline = true
        _ = try await bench.run("doctor --full")
        #expect(asked.scopes == [HealthScope(isFull: true, isOffline: true)])
    }

    @Test func `JSON has each check`() async throws {
        var bench = try Bench(sources: [])
        bench.context.health = [StubHealth(found: [Self.finding(.warning)])]
        let document = try JSONValue(
            parsing: Renderer.render(try await bench.run("doctor"), Presentation(format: .json)))
        let check = document["checks"]?.arrayValue?.first
        #expect(check?["name"] == "thing")
        #expect(check?["status"] == "warning")
        #expect(check?["detail"] == "it is so")
        #expect(check?["remedy"] == "do this")
    }

    @Test(arguments: [("yes", 1, Status.done), ("no", 0, .failed)])
    func `asks before it replaces a user file`(answer: String, repairs: Int, status: Status) async throws {
        let prompter = StubPrompter([answer])
        var bench = try Bench(sources: [], prompter: prompter)
        let repairer = StubRepairer(rescued: .init(favorites: 4, settings: 0, searches: 1, lost: ["towns:9"]))
        bench.context.repairer = repairer
        let output = try await bench.run("doctor --repair")
        #expect(repairer.repaired.count == repairs)
        #expect(output.status == status)
        #expect(
            prompter.questions.last
                == "user.sqlite is damaged. 4 favorites, 0 saved settings, and 1 saved search can be read; 1 favorite "
                + "is lost: towns:9. Create a new file from this data, and keep the old one?")
    }

    @Test func `reports what comes from a backup, and whether more may be lost`() {
        var rescued = RepairPlan.Rescued(favorites: 98, settings: 1, searches: 2, isComplete: false)
        let made = Date(timeIntervalSince1970: 1_795_000_000)
        rescued.backup = .init(made: made, favorites: 3, settings: 0, searches: 1)
        #expect(
            rescued.text
                == "98 favorites, 1 saved setting, and 2 saved searches can be read (3 favorites and 1 saved search from "
                + "the backup of 2026-11-18 11:06 UTC); more may be lost because part of the file is unreadable")
        rescued = .init(favorites: 1, settings: 0, searches: 0)
        rescued.backup = .init(made: made, favorites: 0, settings: 0, searches: 0)
        #expect(rescued.text == "1 favorite, 0 saved settings, and 0 saved searches can be read")
    }

    @Test func `repairs without asking in a script, and never asks about a mirror`() async throws {
        var bench = try Bench(sources: [])
        let repairer = StubRepairer(rescued: .init(favorites: 4, settings: 0, searches: 0))
        bench.context.repairer = repairer
        let text = Renderer.render(try await bench.run("doctor --repair"), Presentation(format: .table))
        #expect(repairer.repaired == ["user.sqlite"])
        #expect(text.contains("user.sqlite was rebuilt; the damaged file is kept as user.sqlite.damaged-1."))
        #expect(text.contains("4 favorites, 0 saved settings, and 0 saved searches can be read."))
        let prompter = StubPrompter(["no"])
        bench = try Bench(sources: [], prompter: prompter)
        bench.context.repairer = StubRepairer(rescued: nil)
        #expect(try await bench.run("doctor --repair").status == .done)
        #expect(prompter.questions.last == nil)
    }
}

/// A check with fixed findings that records the scopes it is called with.
final class StubHealth: HealthCheck {
    private let found: [HealthFinding]
    private let state = Mutex<[HealthScope]>([])

    init(found: [HealthFinding]) { self.found = found }

    var scopes: [HealthScope] { state.withLock { $0 } }

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        state.withLock { $0.append(scope) }
        return found
    }
}

private final class StubRepairer: StoreRepairer {
    private let rescued: RepairPlan.Rescued?
    private let state = Mutex<[String]>([])

    init(rescued: RepairPlan.Rescued?) { self.rescued = rescued }

    var repaired: [String] { state.withLock { $0 } }

    private var plan: RepairPlan {
        RepairPlan(file: rescued == nil ? "mirror.sqlite" : "user.sqlite", reason: "a page", rescued: rescued)
    }

    func survey() async throws(StoreError) -> [RepairPlan] { [plan] }

    func repair(_ file: String) async throws(StoreError) -> RepairOutcome {
        state.withLock { $0.append(file) }
        return RepairOutcome(plan: plan, aside: file + ".damaged-1")
    }
}
