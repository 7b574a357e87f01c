import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// The log of the changes that refreshes make, for every record store.
struct ChangeContractTests {
    private static func inspection(_ key: String, _ results: String, title: String = "JOE'S") -> Record {
        Record(key: key, title: title, fields: [.init("results", .text(results)), .init("score", .integer(7))])
    }

    private func commit(day: Double, _ change: (inout RefreshCommit) -> Void = { _ in }) -> RefreshCommit {
        var commit = RefreshCommit(origin: .remote, fetchedAt: noon.addingTimeInterval(day * 86_400), acceptsLoss: true)
        change(&commit)
        return commit
    }

    private func lines(_ log: ChangeLog) -> [String] {
        log.changes.map { change in
            let fields = change.fields.map { "\($0.name) \($0.from?.text ?? "-") \($0.to?.text ?? "-")" }
            return (["\(change.kind.rawValue) \(change.address) \(change.title)"] + fields).joined(separator: "; ")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a source that was never loaded has no changes`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        #expect(try await tested.store.changes(of: .cities, since: nil, limit: 10) == ChangeLog())
        #expect(try await tested.store.changes(of: .cities, since: noon, limit: 10) == ChangeLog())
    }

    @Test(arguments: StoreKind.allCases)
    func `a refresh logs what it added, changed, and removed`(kind: StoreKind) async throws {
        let store = try await kind.makeRecordStore()
        try await store.store.fill(
            with: [Self.inspection("1", "Pass"), Self.inspection("2", "Pass"), .titled("Gone")], commit(day: 0))
        try await store.store.fill(
            with: [Self.inspection("1", "Fail"), Self.inspection("2", "Pass"), .titled("New")], commit(day: 1))
        let log = try await store.store.changes(of: .cities, since: nil, limit: 10)
        #expect(
            lines(log) == [
                "changed cities:1 JOE'S; results Pass Fail", "removed cities:Gone Gone", "added cities:New New",
            ])
        #expect(log.changes.allSatisfy { $0.at == noon.addingTimeInterval(86_400) })
        #expect(log.kept == 3 && log.forgotten == 0)
        #expect(
            log.refreshes == [
                .init(at: noon.addingTimeInterval(86_400), kind: .ordinary, added: 1, changed: 1, removed: 1)
            ])
    }

    @Test(arguments: StoreKind.opened)
    func `changes of two spellings of a key are told apart`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for (day, results) in [(0.0, ["a", "b"]), (1, ["c", "d"])] {
            try await tested.store.fill(
                with: [Self.inspection("\u{E9}", results[0]), Self.inspection("e\u{301}", results[1])],
                commit(day: day))
        }
        let changes = try await tested.store.changes(of: .cities, since: nil, limit: 10).changes
        let fields = changes.map { [$0.fields.first?.from, $0.fields.first?.to] }
        let found = Dictionary(
            zip(changes.map(\.address), fields), uniquingKeysWith: { first, _ in first })
        #expect(
            found == [
                RecordAddress(source: .cities, key: "\u{E9}"): [.text("a"), .text("c")],
                RecordAddress(source: .cities, key: "e\u{301}"): [.text("b"), .text("d")],
            ])
    }

    @Test(arguments: StoreKind.allCases)
    func `returns changes since a time, newest refresh first`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for day in 0...3 {
            try await tested.store.fill(with: [Self.inspection("1", "day \(day)")], commit(day: Double(day)))
        }
        let all = try await tested.store.changes(of: .cities, since: .distantPast, limit: 10)
        #expect(all.changes.map(\.fields.first?.to) == ["day 3", "day 2", "day 1"].map { .text($0) })
        #expect(all.refreshes.map(\.kind) == [.ordinary, .ordinary, .ordinary, .first])
        let later = try await tested.store.changes(of: .cities, since: noon.addingTimeInterval(2 * 86_400), limit: 10)
        #expect(later.changes.map(\.fields.first?.to) == ["day 3", "day 2"].map { .text($0) })
        let none = try await tested.store.changes(of: .cities, since: noon.addingTimeInterval(4 * 86_400), limit: 10)
        #expect(none == ChangeLog(lastChange: noon.addingTimeInterval(3 * 86_400)))
    }

    @Test(arguments: StoreKind.allCases)
    func `a refresh without changes is not logged, but it is the last one`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [Self.inspection("1", "Pass")], commit(day: 0))
        try await tested.store.fill(with: [Self.inspection("1", "Fail")], commit(day: 1))
        try await tested.store.fill(with: [Self.inspection("1", "Fail")], commit(day: 2))
        let unchanged = ChangeLog(lastChange: noon.addingTimeInterval(86_400))
        #expect(try await tested.store.changes(of: .cities, since: nil, limit: 10) == unchanged)
        try await tested.store.fill(with: [Self.inspection("1", "Pass")], commit(day: 3))
        #expect(try await tested.store.changes(of: .cities, since: nil, limit: 10).changes.count == 1)
        _ = try await tested.store.confirm(.cities, over: nil, state: nil, at: noon.addingTimeInterval(4 * 86_400))
        #expect(try await tested.store.changes(of: .cities, since: nil, limit: 10).changes.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a change is dated after the one before it, even if its response is older`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        #expect(try await tested.store.changeTimes().isEmpty)
        for (day, results) in [(0.0, "a"), (2, "b"), (1, "c")] {
            try await tested.store.fill(with: [Self.inspection("1", results)], commit(day: day))
        }
        try await tested.store.fill(.news, with: [.titled("A")], commit(day: 1))
        try await tested.store.fill(
            .named("schools"), with: [.titled("B")], RefreshCommit(origin: .starter, fetchedAt: nil))
        let last = noon.addingTimeInterval(2 * 86_400 + 1 / 1_024)
        #expect(try await tested.store.states()[.cities]?.fetchedAt == noon.addingTimeInterval(86_400))
        #expect(
            try await tested.store.changeTimes() == [.cities: last, .news: noon.addingTimeInterval(86_400)])
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        #expect(log.changes.map(\.at) == [last] && log.refreshes.map(\.at) == [last] && log.lastChange == last)
        #expect(try await tested.store.lastChanges(of: .cities, keys: ["1"]).map(\.at) == [last])
    }

    @Test(arguments: StoreKind.allCases)
    func `a first load is one entry, with or without a starter sample before it`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("A")], RefreshCommit(origin: .starter, fetchedAt: nil))
        #expect(try await tested.store.changes(of: .cities, since: .distantPast, limit: 10) == ChangeLog())
        try await tested.store.fill(with: [.titled("B"), .titled("C")], commit(day: 0))
        try await tested.store.fill(.news, with: [.titled("D")], commit(day: 0))
        for (source, count) in [(SourceID.cities, 2), (.news, 1)] {
            let log = try await tested.store.changes(of: source, since: nil, limit: 10)
            #expect(log.changes.isEmpty && log.forgotten == 0)
            #expect(log.refreshes == [.init(at: noon, kind: .first, added: count, changed: 0, removed: 0)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a first load after a failure is still a first load`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.noteFailure(
            LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon), of: .cities, over: nil)
        try await tested.store.fill(with: [.titled("A")], commit(day: 0))
        #expect(try await tested.store.changes(of: .cities, since: nil, limit: 10).refreshes.map(\.kind) == [.first])
    }

    @Test(arguments: StoreKind.allCases)
    func `lists records that follow an empty response`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [], commit(day: 0))
        try await tested.store.fill(with: [.titled("A"), .titled("B"), .titled("A")], commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        #expect(lines(log) == ["added cities:A A", "added cities:B B"])
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `a changed configuration or mapping is one entry`(kind: StoreKind, isMapping: Bool) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [Self.inspection("1", "Pass"), .titled("A")], commit(day: 0))
        try await tested.store.fill(
            with: [Self.inspection("1", "PASS"), .titled("B")],
            commit(day: 1) { commit in
                if isMapping { commit.mappingVersion = 2 } else { commit.fingerprint = "other" }
            })
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        #expect(log.changes.isEmpty && log.forgotten == 0 && log.isIncomplete)
        #expect(log.refreshes.map(\.kind) == [.renewed])
        #expect(log.refreshes.map(\.count) == [3])
        #expect(try await tested.store.states()[.cities]?.changeCount == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `the changed records of another configuration are listed only for watched searches, until all examined them`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let store = tested.store
        func fill(_ result: String, day: Double, since examined: Date?) async throws {
            try await store.fill(
                with: [Self.inspection("1", result), .titled("A")],
                commit(day: day) { commit in
                    commit.fingerprint = day == 0 ? "" : "other"
                    commit.unexaminedSince = examined
                })
        }
        try await fill("Pass", day: 0, since: nil)
        try await fill("Fail", day: 1, since: noon)
        let log = try await store.unexaminedChanges(of: .cities, since: .distantPast)
        #expect(log.changes.map(\.address.key) == ["1"] && log.changes.first?.fields.first?.from == .text("Pass"))
        #expect(log.kept == 1 && !log.isIncomplete)
        for time in [nil, Date.distantPast] {
            let shown = try await store.changes(of: .cities, since: time, limit: 10)
            #expect(shown.changes.isEmpty && shown.kept == 0 && shown.forgotten == 0)
        }
        #expect(try await store.changes(to: RecordAddress(source: .cities, key: "1")).isEmpty)
        #expect(try await store.lastChanges(of: .cities, keys: ["1"]).isEmpty)
        try await fill("Pass", day: 2, since: noon)
        #expect(try await store.unexaminedChanges(of: .cities, since: .distantPast).kept == 2)
        try await fill("Fail", day: 3, since: noon.addingTimeInterval(2 * 86_400))
        let rest = try await store.unexaminedChanges(of: .cities, since: .distantPast)
        #expect(rest.changes.map(\.at) == [3, 2].map { noon.addingTimeInterval($0 * 86_400) })
        #expect(rest.isIncomplete)
    }

    @Test(arguments: StoreKind.allCases)
    func `the last refresh includes the entry for what another configuration changed`(kind: StoreKind) async throws {
        let store = try await kind.makeRecordStore()
        try await renew(store.store, with: [Self.inspection("1", "Pass"), .titled("A")], day: 0, isMapping: false)
        try await renew(
            store.store, with: [Self.inspection("1", "PASS"), .titled("A"), .titled("New")], day: 1, isMapping: false)
        let log = try await store.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.refreshes.map(\.kind) == [.ordinary, .renewed] && lines(log) == ["added news:New New"])
    }

    /// Fills an accumulating source as if its configuration or mapping had changed since the last time.
    private func renew(
        _ store: any RecordStore, with records: [Record], day: Int, isMapping: Bool
    ) async throws {
        try await store.fill(
            .news, with: records,
            commit(day: Double(day)) { commit in
                commit.mode = .accumulate(keep: .seconds(9 * 86_400))
                if isMapping { commit.mappingVersion = day + 1 } else { commit.fingerprint = "day \(day)" }
            })
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `new records of an accumulating source are news even if its configuration or mapping has changed`(
        kind: StoreKind, isMapping: Bool
    ) async throws {
        let store = try await kind.makeRecordStore()
        func fill(_ records: [Record], day: Int) async throws -> ChangeLog {
            try await renew(store.store, with: records, day: day, isMapping: isMapping)
            return try await store.store.changes(of: .news, since: nil, limit: 10)
        }
        _ = try await fill([Self.inspection("1", "Pass"), .titled("A")], day: 0)
        let changed = try await fill([Self.inspection("1", "PASS"), .titled("A"), .titled("New")], day: 1)
        #expect(lines(changed) == ["added news:New New"])
        let unchanged = try await fill([.titled("A"), .titled("Newer"), .titled("A")], day: 2)
        #expect(lines(unchanged) == ["added news:Newer Newer"])
        #expect(unchanged.changes.map(\.at) == [noon.addingTimeInterval(2 * 86_400)])
        let all = try await store.store.changes(of: .news, since: .distantPast, limit: 10)
        #expect(all.refreshes.map(\.kind) == [.ordinary, .ordinary, .renewed, .first])
        let counts = all.refreshes.map { [$0.added, $0.changed, $0.removed] }
        #expect(counts == [[1, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]])
        #expect(all.kept == 2 && !all.isIncomplete)
        #expect(try await store.store.states()[.news]?.changeCount == 4)
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `records are not news if a change of configuration or mapping gave most of them new keys`(
        kind: StoreKind, isMapping: Bool
    ) async throws {
        let store = try await kind.makeRecordStore()
        try await renew(store.store, with: [.titled("A"), .titled("B")], day: 0, isMapping: isMapping)
        try await renew(
            store.store, with: [.titled("A"), .titled("C"), .titled("D")], day: 1, isMapping: isMapping)
        let log = try await store.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.changes.isEmpty && log.forgotten == 0 && log.isIncomplete)
        #expect(log.refreshes.map(\.kind) == [.renewed] && log.refreshes.map(\.added) == [2])
        #expect(try await store.store.states()[.news]?.changeCount == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `expired rows of an accumulating source do not count as removed`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func fill(_ records: [Record], day: Double) async throws -> CommitOutcome {
            try await tested.store.fill(
                .news, with: records, commit(day: day) { $0.mode = .accumulate(keep: .seconds(86_400)) })
        }
        _ = try await fill([Self.inspection("1", "Pass"), .titled("old")], day: 0)
        let outcome = try await fill([Self.inspection("1", "Fail"), .titled("new")], day: 5)
        #expect(outcome.change.removed == 1)
        let log = try await tested.store.changes(of: .news, since: nil, limit: 10)
        #expect(lines(log) == ["changed news:1 JOE'S; results Pass Fail", "added news:new new"])
        #expect(log.refreshes.map(\.removed) == [0])
        _ = try await fill([], day: 10)
        #expect(try await tested.store.changes(of: .news, since: nil, limit: 10).refreshes.isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a record that becomes better known is changed, not new or removed`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris"), .titled("Parma")], commit(day: 0))
        try await tested.store.fill(with: [.titled("Paris"), .titled("Parma", prominence: 4)], commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        #expect(lines(log) == ["changed cities:Parma Parma; prominence 0 4"])
    }

    @Test(arguments: StoreKind.allCases)
    func `every type of value survives a round trip`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        var bare = Record.complete
        bare.fields = []
        bare.coordinate = nil
        bare.keywords = []
        try await tested.store.fill(with: [bare], commit(day: 0))
        try await tested.store.fill(with: [.complete], commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        let expected = FieldChangesJSON.shortened(FieldChange.between(bare, .complete))
        #expect(log.changes.first?.fields == expected)
        #expect(expected.contains { $0.to == .decimal(-.infinity) } && expected.contains { $0.to == .boolean(false) })
        #expect(log.changes.first?.address == RecordAddress(source: .cities, key: "full:1"))
    }

    @Test(arguments: StoreKind.allCases)
    func `shortens a long text`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let long = String(repeating: "né", count: 4_000)
        try await tested.store.fill(with: [Self.inspection("1", "Pass")], commit(day: 0))
        try await tested.store.fill(with: [Self.inspection("1", long)], commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 10)
        #expect(log.changes.first?.fields.first?.to?.text == String(long.prefix(1_000)) + "…")
    }

    @Test(arguments: StoreKind.allCases)
    func `the limit applies to the list but not to the counts`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: (0..<9).map { Self.inspection("\($0)", "Pass") }, commit(day: 0))
        try await tested.store.fill(with: (0..<9).map { Self.inspection("\($0)", "Fail") }, commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 4)
        #expect(log.changes.count == 4)
        #expect(log.kept == 9 && log.forgotten == 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps the newest ten thousand changes of a large refresh, changed records first`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let (kept, more) = (ChangeRetention().count, 20)
        let before = (0..<kept).map { Record(key: "\($0)", title: "A", fields: [.init("n", .integer(1))]) }
        try await tested.store.fill(with: before + [.titled("Gone")], commit(day: 0))
        let after = (0..<kept).map { number in
            Record(key: "\(number)", title: "A", fields: [.init("n", .integer(number < 10 ? 1 : 2))])
        }
        let added = (0..<more).map { Record.titled("New \($0)") }
        try await tested.store.fill(with: after + added, commit(day: 1))
        let log = try await tested.store.changes(of: .cities, since: nil, limit: 20_000)
        #expect(log.kept == kept && log.changes.count == kept)
        #expect(log.forgotten == 11)
        #expect(log.changes.prefix(kept - 10).allSatisfy { $0.kind == .changed })
        #expect(log.changes.dropFirst(kept - 10).map(\.kind) == [.removed] + Array(repeating: .added, count: 9))
        try await tested.store.fill(with: after + added + [.titled("One more")], commit(day: 2))
        let next = try await tested.store.changes(of: .cities, since: .distantPast, limit: 20_000)
        #expect(next.kept == kept && next.changes.first?.title == "One more")
        #expect(next.forgotten == 12)
    }

    @Test(arguments: StoreKind.allCases)
    func `finds what the last refresh did to records by their keys`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let keys: Set = ["1", "3", "4", "Gone", "New", "it's"]
        #expect(try await tested.store.lastChanges(of: .cities, keys: keys).isEmpty)
        try await tested.store.fill(
            with: (0..<5).map { Self.inspection("\($0)", "Pass") } + [.titled("Gone")], commit(day: 0))
        #expect(try await tested.store.lastChanges(of: .cities, keys: keys).isEmpty)
        try await tested.store.fill(
            with: (0..<5).map { Self.inspection("\($0)", $0 < 4 ? "Fail" : "Pass") } + [.titled("New")], commit(day: 1))
        let changes = try await tested.store.lastChanges(of: .cities, keys: keys)
        let all = try await tested.store.changes(of: .cities, since: nil, limit: 99).changes
        #expect(changes == all.filter { keys.contains($0.address.key) })
        #expect(changes.map(\.address.key) == ["1", "3", "Gone", "New"])
        _ = try await tested.store.confirm(.cities, over: nil, state: nil, at: noon.addingTimeInterval(200_000))
        #expect(try await tested.store.lastChanges(of: .cities, keys: keys).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps changes for ninety days`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for (day, results) in [(0.0, "a"), (1, "b"), (60, "c"), (92, "d")] {
            try await tested.store.fill(with: [Self.inspection("1", results)], commit(day: day))
        }
        let log = try await tested.store.changes(of: .cities, since: .distantPast, limit: 10)
        #expect(log.changes.map { $0.fields.first?.to?.text } == ["d", "c"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps sources apart and forgets a removed one`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for source in [SourceID.cities, .news] {
            try await tested.store.fill(source, with: [Self.inspection("1", "Pass")], commit(day: 0))
            try await tested.store.fill(source, with: [Self.inspection("1", "Fail")], commit(day: 1))
        }
        try await tested.store.remove(.cities)
        #expect(try await tested.store.changes(of: .cities, since: .distantPast, limit: 10) == ChangeLog())
        #expect(try await tested.store.changes(of: .news, since: .distantPast, limit: 10).changes.count == 1)
        try await tested.store.fill(with: [Self.inspection("1", "Pass")], commit(day: 2))
        let log = try await tested.store.changes(of: .cities, since: .distantPast, limit: 10)
        #expect(log.refreshes.map(\.kind) == [.first])
    }

    @Test(arguments: StoreKind.allCases)
    func `a held-back commit is not logged`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: (0..<5).map { .titled("\($0)") }, commit(day: 0))
        await #expect(throws: CommitError.heldBack(stored: 5, offered: 1)) {
            try await tested.store.fill(with: [.titled("X")], self.commit(day: 1) { $0.acceptsLoss = false })
        }
        #expect(try await tested.store.changes(of: .cities, since: .distantPast, limit: 10).refreshes.count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a store counts what refreshes brought, and a confirmation or failure keeps the count`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        func count(_ source: SourceID = .cities) async throws -> Int? {
            try await tested.store.states()[source]?.changeCount
        }
        try await tested.store.fill(with: (0..<5).map { Self.inspection("\($0)", "Pass") }, commit(day: 0))
        #expect(try await count() == 0)
        try await tested.store.fill(
            with: (0..<6).map { Self.inspection("\($0)", $0 < 2 ? "Fail" : "Pass") }, commit(day: 1))
        #expect(try await count() == 3)
        _ = try await tested.store.confirm(.cities, over: nil, state: nil, at: noon.addingTimeInterval(2 * 86_400))
        try await tested.store.noteFailure(
            LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon), of: .cities, over: nil)
        try await tested.store.fill(with: [Self.inspection("1", "Fail")], commit(day: 3))
        #expect(try await count() == 3)
        try await tested.store.fill(
            .news, with: [.titled("A"), .titled("B")], commit(day: 0) { $0.mode = .accumulate(keep: .seconds(86_400)) })
        #expect(try await count(.news) == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `the changes to one record are found, newest first`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for day in 0...3 {
            let records = [Self.inspection("1", "day \(day)"), Self.inspection("2", "Pass")]
            try await tested.store.fill(with: records, commit(day: Double(day)))
        }
        let address = RecordAddress(source: .cities, key: "1")
        let changes = try await tested.store.changes(to: address)
        #expect(changes.map(\.fields.first?.to) == ["day 3", "day 2", "day 1"].map { .text($0) })
        let all = try await tested.store.changes(of: .cities, since: .distantPast, limit: 10).changes
        #expect(changes == all.filter { $0.address == address })
        #expect(try await tested.store.changes(to: RecordAddress(source: .news, key: "1")).isEmpty)
    }

    @Test(arguments: StoreKind.opened)
    func `keeps more changes until a watched search has examined them`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore(retention: ChangeRetention(count: 3))
        func fill(_ result: String, day: Double, examined: Double) async throws -> ChangeLog {
            var commit = commit(day: day)
            commit.unexaminedSince = noon.addingTimeInterval(examined * 86_400)
            try await tested.store.fill(with: (0..<5).map { Self.inspection("\($0)", result) }, commit)
            return try await tested.store.changes(of: .cities, since: .distantPast, limit: 99)
        }
        _ = try await fill("a", day: 0, examined: 0)
        #expect(try await fill("b", day: 1, examined: 0).kept == 5)
        #expect(try await fill("c", day: 2, examined: 0).kept == 10)
        #expect(try await fill("d", day: 3, examined: 1).kept == 10)
        #expect(try await fill("e", day: 4, examined: 3).kept == 5)
        try await tested.store.fill(with: (0..<5).map { Self.inspection("\($0)", "f") }, commit(day: 5))
        let log = try await tested.store.changes(of: .cities, since: .distantPast, limit: 99)
        #expect(log.kept == 3 && log.changes.allSatisfy { $0.at == noon.addingTimeInterval(5 * 86_400) })
    }

    @Test(arguments: StoreKind.opened)
    func `an old refresh loses its added records first and its changed ones last`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore(retention: ChangeRetention(count: 4))
        func fill(_ records: [Record], day: Double) async throws -> [RecordChange.Kind] {
            try await tested.store.fill(with: records, commit(day: day))
            return try await tested.store.changes(of: .cities, since: .distantPast, limit: 99).changes.map(\.kind)
        }
        let rest = [Self.inspection("2", "b"), .titled("New")]
        _ = try await fill([Self.inspection("1", "a"), Self.inspection("2", "a"), .titled("Gone")], day: 0)
        #expect(try await fill([Self.inspection("1", "b")] + rest, day: 1) == [.changed, .changed, .removed, .added])
        #expect(try await fill([Self.inspection("1", "c")] + rest, day: 2) == [.changed, .changed, .changed, .removed])
        #expect(try await fill([Self.inspection("1", "d")] + rest, day: 3) == [.changed, .changed, .changed, .changed])
    }

    @Test(arguments: StoreKind.opened)
    func `the settings limit how many changes are kept, and for how long`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore(retention: ChangeRetention(count: 3, seconds: 10 * 86_400))
        func fill(_ result: String, day: Double) async throws {
            try await tested.store.fill(with: (0..<5).map { Self.inspection("\($0)", result) }, commit(day: day))
        }
        for (day, result) in [(0.0, "a"), (1, "b"), (2, "c")] { try await fill(result, day: day) }
        let log = try await tested.store.changes(of: .cities, since: .distantPast, limit: 99)
        #expect(log.kept == 3 && log.changes.allSatisfy { $0.at == noon.addingTimeInterval(2 * 86_400) })
        try await fill("d", day: 13)
        let later = try await tested.store.changes(of: .cities, since: .distantPast, limit: 99)
        #expect(later.refreshes.count == 1 && later.kept == 3)
    }
}
