import AggTesting
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// SIGKILL at any moment: the store opens with the old rows or the new, and nothing acknowledged is lost.
    struct KillTests {
        private static let rounds = Soak.count(4, long: 500, "AGG_SOAK_KILLS")
        private let agg: Agg

        init() throws {
            agg = try Agg()
        }

        private func configure(_ url: URL) throws {
            try agg.configure(
                cities: url, "favorites: {limit: 100000}", network: "{max_body: 100MB, deadline: 60s}")
        }

        @Test(arguments: [(size: 15_000, share: 6), (size: 400, share: 5)])
        func `a first refresh leaves all rows or none`(size: Int, share: Int) async throws {
            let list = Generation(number: 1, size: size)
            let server = try await LoopbackServer.start { _ in .json(list.json) }
            try configure(server.url("/cities.json"))
            #expect(try await agg.run("--offline", "sources").status == 0)
            try agg.keepStore()
            let rounds = max(2, Self.rounds / share / 2)
            let lost = try await KillRun(agg: agg, part: size, rounds: rounds) { _ in
                try agg.bringStoreBack()
                return .init(arguments: ["refresh"])
            } check: { _, _, store in
                let titles = try store.titles(of: "cities")
                let isStarter = titles.allSatisfy { !$0.contains(" gen") }
                if isStarter { return [] }
                if Generation.number(of: titles, size: size) != 1 {
                    return ["\(titles.count) rows are not all of one list"]
                }
                return try store.matches("gen1x") == titles.count ? [] : ["the index finds not all rows"]
            }.lost()
            await server.stop()
            Soak.report("killed during a first refresh of \(list.count) rows", tried: "\(rounds) times", lost: lost)
        }

        @Test func `a refresh leaves the old rows or the new`() async throws {
            let current = Changing(Generation(number: 1, size: 600))
            let server = try await LoopbackServer.start { _ in .json(current.value.json) }
            try configure(server.url("/cities.json"))
            let rounds = max(2, Self.rounds / 5)
            let before = Changing(0)
            let lost = try await KillRun(agg: agg, part: 1, rounds: rounds) { round in
                before.value = current.value.number
                current.value = Generation(number: before.value + 1, size: 600)
                return .init(arguments: ["refresh"])
            } check: { _, _, store in
                let titles = try store.titles(of: "cities")
                guard let found = Generation.number(of: titles, size: 600) else {
                    return ["rows of several generations"]
                }
                if found > current.value.number { return ["generation \(found) was never sent"] }
                if found < current.value.number, found != before.value { return ["generation \(found) came back"] }
                current.value = Generation(number: found, size: 600)
                return try store.matches("gen\(found)x") == titles.count ? [] : ["the index finds not all rows"]
            }.lost()
            await server.stop()
            Soak.report("killed during a refresh that changes 480 rows", tried: "\(rounds) times", lost: lost)
        }

        @Test func `every acknowledged favorite, setting, and saved search is kept`() async throws {
            try configure(try agg.file("cities.json", Generation(number: 1, size: 400).json))
            #expect(try await agg.run("refresh").status == 0)
            try agg.keepStore()
            let rounds = max(2, Self.rounds / 5)
            let lost = try await KillRun(agg: agg, part: 2, rounds: rounds) { round in
                try agg.bringStoreBack()
                return .init(arguments: ["--json"], input: UserScript(round: round).text)
            } check: { round, answers, store in
                let script = UserScript(round: round)
                let found = try store.userData()
                // The line after the last answer may be done, with its answer not yet written.
                let allowed = [answers, answers + 1].map { script.state(after: $0) }
                return allowed.contains(found) ? [] : ["after \(answers) answers there is something else: \(found)"]
            }.lost()
            Soak.report(
                "killed while saving favorites, settings, and searches", tried: "\(rounds) times", lost: lost)
        }

        @Test func `an import adds all favorites or none`() async throws {
            try configure(try agg.file("cities.json", Generation(number: 1, size: 400).json))
            let marks = (1...400).filter { ($0 + 1) % 5 != 0 }.map { "favorite cities:\($0)\n" }.joined()
            #expect(try await agg.run("-c", "refresh").status == 0)
            #expect(try await agg.run(arguments: ["--quiet"], input: marks).status == 0)
            let file = agg.folder.path("favorites.json")
            #expect(try await agg.run("favorites", "export", file).status == 0)
            try FileManager.default.removeItem(atPath: agg.folder.path("store"))
            #expect(try await agg.run("--offline", "sources").status == 0)
            try agg.keepStore()
            let rounds = max(2, Self.rounds / 10)
            let lost = try await KillRun(agg: agg, part: 3, rounds: rounds) { _ in
                try agg.bringStoreBack()
                return .init(arguments: ["favorites", "import", file])
            } check: { _, answers, store in
                let count = try store.userData().favorites.count
                return count == 320 || (count == 0 && answers == 0) ? [] : ["\(count) of 320 favorites"]
            }.lost()
            Soak.report("killed during an import of 320 favorites", tried: "\(rounds) times", lost: lost)
        }

        @Test(arguments: [1, 2])
        func `a store from an earlier version is upgraded without loss`(version: Int) async throws {
            try configure(try agg.file("cities.json", Generation(number: 1, size: 3_000).json))
            let marks = (1...50).filter { ($0 + 1) % 5 != 0 }.map { "favorite cities:\($0)\n" }.joined()
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run(arguments: ["--quiet"], input: marks).status == 0)
            try OlderStore.make(version, of: agg)
            try agg.keepStore()
            let before = try StoreCheck(agg).titles(of: "cities").sorted()
            let rounds = max(2, Self.rounds / 10)
            let lost = try await KillRun(agg: agg, part: 4 + version, rounds: rounds) { _ in
                try agg.bringStoreBack()
                return .init(arguments: ["--offline", "sources"])
            } check: { _, _, store in
                var faults = try store.userData().favorites.count == 40 ? [] : ["favorites are missing"]
                if try store.titles(of: "cities").sorted() != before { faults.append("rows are missing") }
                return faults
            }.lost()
            Soak.report(
                "killed while upgrading a store of version \(version)", tried: "\(rounds) times", lost: lost)
        }
    }
}
