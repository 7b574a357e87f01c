import Foundation
import TestSupport

/// Kills runs of the program at random moments, and checks what is left.
struct KillRun {
    /// The arguments and input of a run.
    struct Work {
        var arguments: [String]
        var input = ""
    }

    let agg: Agg
    /// Distinguishes the random choices of one test from those of another.
    let part: Int
    let rounds: Int
    /// Prepares a round.
    var prepare: (Int) async throws -> Work
    /// Returns what is wrong after a round; `answers` is the number of whole lines on standard output.
    var check: (_ round: Int, _ answers: Int, StoreCheck) async throws -> [String]

    private var environment: [String: String] { ["TMPDIR": agg.folder.path("tmp")] }

    /// Everything that was wrong, each with its round and moment.
    func lost() async throws -> [String] {
        try? FileManager.default.createDirectory(atPath: agg.folder.path("tmp"), withIntermediateDirectories: true)
        let span = try await usualTime()
        var lost: [String] = []
        for round in 0..<rounds {
            var choices = Soak.choices(part * 10_000 + round)
            let moment = span * (Double(choices.below(11_000)) / 10_000)
            let work = try await prepare(round)
            let killed = try await agg.run(
                arguments: work.arguments, input: work.input, environment: environment, killedAfter: moment)
            let answers = killed.output.utf8.count { $0 == 10 }
            var faults = try await afterwards()
            let store = try StoreCheck(agg)
            faults += try store.faults() + (try await check(round, answers, store))
            lost += faults.map { "round \(round), after \(moment): \($0)" }
        }
        return lost
    }

    /// Checks that the next start works, prints no errors, and leaves no stray files.
    private func afterwards() async throws -> [String] {
        let next = try await agg.run("--offline", "favorites", "--limit", "1", "--json", environment: environment)
        var faults: [String] = []
        let complaints = next.errorLines.filter { !$0.contains("has only a starter sample") }
        if next.status != 0 || !complaints.isEmpty {
            faults.append("the next start ended \(next.status): \(complaints)")
        }
        let kept = Set(
            ["mirror.sqlite", "user.sqlite"].flatMap { [$0, $0 + "-wal", $0 + "-shm"] }
                + ["user.backup.sqlite", "user.backup.1.sqlite"])
        let files = try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("store"))
        // An unfinished backup of the user file is removed when the next one is made.
        let unknown = files.filter { !kept.contains($0) && !$0.hasPrefix("user.backup.sqlite.new-") }
        faults += unknown.map { "\($0) lies in the store" }
        // Temporary files are unlinked as soon as they are open; a kill between the two leaves an empty file for the system
        // to remove.
        for name in try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("tmp")) {
            let path = agg.folder.path("tmp/\(name)")
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            if size != 0 { faults.append("\(name) was left in TMPDIR") }
            try FileManager.default.removeItem(atPath: path)
        }
        return faults
    }

    /// How long the work takes undisturbed: the median of three runs.
    private func usualTime() async throws -> Duration {
        var times: [Duration] = []
        for _ in 0..<3 {
            let work = try await prepare(0)
            let start = ContinuousClock.now
            let whole = try await agg.run(arguments: work.arguments, input: work.input, environment: environment)
            times.append(.now - start)
            guard whole.status == 0 else {
                throw Failed(description: "undisturbed, it ended \(whole.status): \(whole.errors)")
            }
        }
        return times.sorted()[1]
    }

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }
}

extension Agg {
    /// Saves a copy of the store for `bringStoreBack`.
    func keepStore() throws {
        try FileManager.default.copyItem(atPath: folder.path("store"), toPath: folder.path("kept"))
    }

    /// Restores the saved copy of the store.
    func bringStoreBack() throws {
        try FileManager.default.removeItem(atPath: folder.path("store"))
        try FileManager.default.copyItem(atPath: folder.path("kept"), toPath: folder.path("store"))
    }
}
