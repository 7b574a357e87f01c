import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

/// What a refresh does to stored rows, for every record store.
struct RefreshContractTests {
    @Test(arguments: StoreKind.allCases)
    func `an empty store has no sources and no records`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        #expect(try await tested.store.states().isEmpty)
        #expect(try await tested.store.state(of: .cities) == nil)
        #expect(try await tested.store.list(.cities, limit: 10).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a first commit adds every row and stores the state of the source`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let commit = RefreshCommit(
            origin: .remote, state: FetchState(["etag": "\"1\"", "page": "é"]), fingerprint: "f", mappingVersion: 3,
            notes: ["one note", "another"], fetchedAt: noon)
        let outcome = try await tested.store.fill(with: [.titled("Paris"), .titled("London")], commit)
        #expect(outcome.records == 2)
        #expect(outcome.change.added == 2)
        #expect(outcome.change.changed + outcome.change.removed + outcome.change.duplicates == 0)
        let expected = StoredSource(
            origin: .remote, records: 2, fetchedAt: noon, fetchState: commit.state, fingerprint: "f",
            mappingVersion: 3, notes: commit.notes)
        #expect(try await tested.store.states() == [.cities: expected])
    }

    @Test(arguments: StoreKind.allCases)
    func `staged rows are invisible until the commit`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let staging = try await tested.store.stage(.cities)
        #expect(try await staging.write([.titled("Paris")]) == 1)
        #expect(try await staging.write([.titled("London"), .titled("Rome")]) == 3)
        #expect(await staging.count == 3)
        #expect(try await tested.store.titles(matching: "paris").isEmpty)
        await staging.discard()
        #expect(try await tested.store.states().isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a staging area opened after a discard starts empty`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let first = try await tested.store.stage(.cities)
        _ = try await first.write([.titled("Paris"), .titled("London")])
        await first.discard()
        let second = try await tested.store.stage(.cities)
        #expect(try await second.write([.titled("London")]) == 1)
        let outcome = try await second.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
        #expect(outcome.records == 1)
        #expect(try await tested.store.titles(matching: "paris").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a discard after the commit is harmless`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let staging = try await tested.store.stage(.cities)
        _ = try await staging.write([.titled("Paris")])
        _ = try await staging.commit(RefreshCommit(origin: .remote, fetchedAt: noon))
        await staging.discard()
        #expect(try await tested.store.titles(matching: "paris") == ["Paris"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a full refresh counts added, changed, and removed rows`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: ["A", "B", "C", "D"].map { .titled($0) })
        var changed = Record.titled("B")
        changed.subtitle = "now with a subtitle"
        let outcome = try await tested.store.fill(with: [.titled("A"), changed, .titled("D"), .titled("E")])
        #expect(outcome.records == 4)
        #expect(outcome.change.added == 1)
        #expect(outcome.change.changed == 1)
        #expect(outcome.change.removed == 1)
        #expect(try await tested.store.list(.cities, limit: 10).map(\.key) == ["A", "B", "D", "E"])
        #expect(try await tested.store.titles(matching: "subtitle") == ["B"])
        #expect(try await tested.store.titles(matching: "c").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a changed title is found by its new words and no longer by the old ones`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [Record(key: "1", title: "Leningrad", subtitle: "Soviet Union")])
        try await tested.store.fill(with: [Record(key: "1", title: "Saint Petersburg", subtitle: "Russia")])
        #expect(try await tested.store.titles(matching: "petersburg") == ["Saint Petersburg"])
        #expect(try await tested.store.titles(matching: "russia") == ["Saint Petersburg"])
        #expect(try await tested.store.titles(matching: "leningrad").isEmpty)
        #expect(try await tested.store.titles(matching: "soviet").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a row that becomes better known moves up`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris"), .titled("Parma")])
        let outcome = try await tested.store.fill(with: [.titled("Paris"), .titled("Parma", prominence: 4)])
        #expect(outcome.change.changed == 1)
        #expect(outcome.change.added == 0)
        #expect(outcome.records == 2)
        #expect(try await tested.store.titles(matching: "par") == ["Parma", "Paris"])
    }

    @Test(arguments: StoreKind.allCases)
    func `the later of two records with one key wins`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let records = [Record(key: "1", title: "First"), .titled("Other"), Record(key: "1", title: "Second")]
        let outcome = try await tested.store.fill(with: records)
        #expect(outcome.records == 2)
        #expect(outcome.change.added == 2)
        #expect(outcome.change.duplicates == 1)
        #expect(try await tested.store.titles(matching: "second") == ["Second"])
        #expect(try await tested.store.titles(matching: "first").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `starter rows do not count as stored`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let starter = ["A", "B", "C", "D", "E"].map { Record.titled($0) }
        let first = try await tested.store.fill(with: starter, RefreshCommit(origin: .starter, fetchedAt: nil))
        #expect(first.records == 5)
        #expect(try await tested.store.state(of: .cities)?.fetchedAt == nil)
        let outcome = try await tested.store.fill(with: [.titled("A")])
        #expect(outcome.records == 1)
        #expect(outcome.change.added == 1)
        #expect(outcome.change.removed == 0)
        #expect(try await tested.store.list(.cities, limit: 10).map(\.key) == ["A"])
        #expect(try await tested.store.titles(matching: "b").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `holds back a refresh with fewer than half of the rows`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: ["A", "B", "C", "D", "E"].map { .titled($0) })
        let before = try await tested.store.states()
        let staging = try await tested.store.stage(.cities)
        _ = try await staging.write([.titled("A"), .titled("A"), .titled("F")])
        var commit = RefreshCommit(origin: .remote, fetchedAt: noon.addingTimeInterval(60))
        await #expect(throws: CommitError.heldBack(stored: 5, offered: 2)) { try await staging.commit(commit) }
        #expect(try await tested.store.states() == before)
        #expect(try await tested.store.list(.cities, limit: 10).count == 5)
        commit.acceptsLoss = true
        #expect(try await staging.commit(commit).records == 2)
        #expect(try await tested.store.list(.cities, limit: 10).map(\.key) == ["A", "F"])
    }

    @Test(arguments: StoreKind.allCases)
    func `accepts a refresh with half of the rows`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: ["A", "B", "C", "D"].map { .titled($0) })
        #expect(try await tested.store.fill(with: [.titled("A"), .titled("X")]).change.removed == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `an accumulating source keeps rows for a while after they were last seen`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func fill(_ titles: String..., day: Double) async throws -> CommitOutcome {
            try await tested.store.fill(
                .news, with: titles.map { .titled($0) },
                RefreshCommit(
                    origin: .remote, mode: .accumulate(keep: .seconds(10 * 86_400)),
                    fetchedAt: noon.addingTimeInterval(day * 86_400)))
        }
        _ = try await fill("one", "two", day: 0)
        let second = try await fill("two", "three", day: 5)
        #expect((second.records, second.change.added, second.change.removed) == (3, 1, 0))
        let third = try await fill("four", day: 10)
        #expect((third.records, third.change.removed) == (4, 0))
        let fourth = try await fill("four", day: 11)
        #expect((fourth.records, fourth.change.removed) == (3, 1))
        #expect(try await tested.store.matches("one", in: .news).matches.isEmpty)
        let fifth = try await fill(day: 16)
        #expect((fifth.records, fifth.change.removed) == (1, 2))
        #expect(try await tested.store.list(.news, limit: 10).map(\.key) == ["four"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a source that accumulates after a full refresh keeps the rows of that one for a while`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(.news, with: [.titled("one"), .titled("two")])
        var removed: [Int] = []
        for day in [5.0, 10, 11, 12] {
            let commit = RefreshCommit(
                origin: .remote, mode: .accumulate(keep: .seconds(10 * 86_400)),
                fetchedAt: noon.addingTimeInterval(day * 86_400))
            removed.append(try await tested.store.fill(.news, with: [.titled("two")], commit).change.removed)
        }
        #expect(removed == [0, 0, 1, 0])
        #expect(try await tested.store.list(.news, limit: 10).map(\.key) == ["two"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a new row is not taken for one that the same refresh removes`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        for (title, day) in [("one", 0.0), ("two", 20), ("three", 21)] {
            try await tested.store.fill(
                .news, with: [.titled(title)],
                RefreshCommit(
                    origin: .remote, mode: .accumulate(keep: .seconds(10 * 86_400)),
                    fetchedAt: noon.addingTimeInterval(day * 86_400)))
        }
        #expect(try await tested.store.list(.news, limit: 10).map(\.key).sorted() == ["three", "two"])
    }

    @Test(arguments: StoreKind.allCases)
    func `keys that begin alike are different`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let keys = ["a", "aa", "a a", "A", "\u{E9}", "京", "😀", "~", "-", "a-1"]
        let rows = keys.map { Record(key: $0, title: "Row") }
        #expect(try await tested.store.fill(with: rows).change.added == keys.count)
        #expect(try await tested.store.fill(with: rows.reversed()).change == LoadChange())
        let change = try await tested.store.fill(with: rows.dropLast() + [Record(key: "aaa", title: "Row")]).change
        #expect((change.added, change.changed, change.removed) == (1, 0, 1))
    }

    @Test(arguments: StoreKind.allCases)
    func `a record with a long key of control characters is replaced and found by its key`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let key = String(repeating: "\u{1}a", count: 150)
        try await tested.store.fill(with: [Record(key: key, title: "Old")])
        let change = try await tested.store.fill(with: [Record(key: key, title: "New")]).change
        #expect((change.added, change.changed, change.removed) == (0, 1, 0))
        #expect(try await tested.store.list(.cities, limit: 9).map(\.title) == ["New"])
        #expect(try await tested.store.matches("new", where: .key([key])).matches.count == 1)
    }

    @Test(arguments: StoreKind.opened)
    func `a source removes one of two spellings of a key`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: ["\u{E9}", "e\u{301}"].map { Record(key: $0, title: "Row") })
        let change = try await tested.store.fill(
            with: [],
            RefreshCommit(
                origin: .remote, mode: .accumulate(keep: .seconds(86_400)), fetchedAt: noon.addingTimeInterval(60),
                removed: ["\u{E9}"])
        ).change
        #expect(change.removed == 1)
        #expect(
            try await tested.store.list(.cities, limit: 9).map { Array($0.key.utf8) } == [Array("e\u{301}".utf8)])
    }

    @Test(arguments: StoreKind.allCases, [SourcePolicy.Mode.replace, .accumulate(keep: .seconds(86_400))])
    func `records that the source has removed are neither kept nor stored`(
        kind: StoreKind, mode: SourcePolicy.Mode
    ) async throws {
        let tested = try await kind.makeRecordStore()
        func fill(_ titles: [String], removed: Set<String>, day: Double) async throws -> LoadChange {
            try await tested.store.fill(
                .news, with: titles.map { .titled($0) },
                RefreshCommit(
                    origin: .remote, mode: mode, fetchedAt: noon.addingTimeInterval(day * 3_600), removed: removed)
            ).change
        }
        let first = try await fill(["A", "B", "C", "D", "D", "X"], removed: ["X", "Y"], day: 0)
        #expect((first.added, first.removed, first.duplicates) == (4, 0, 1))
        let second = try await fill(["A", "A", "B", "C"], removed: ["C", "D", "Z"], day: 1)
        #expect((second.added, second.changed, second.removed, second.duplicates) == (0, 0, 2, 1))
        #expect(try await tested.store.list(.news, limit: 10).map(\.key).sorted() == ["A", "B"])
        let log = try await tested.store.changes(of: .news, since: nil, limit: 10)
        #expect(log.changes.map(\.address.key).sorted() == ["C", "D"])
        #expect(log.changes.allSatisfy { $0.kind == .removed })
    }

    @Test(arguments: StoreKind.allCases)
    func `an unchanged response renews the rows of the last one`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func commit(day: Double) -> RefreshCommit {
            RefreshCommit(
                origin: .remote, mode: .accumulate(keep: .seconds(86_400)),
                fetchedAt: noon.addingTimeInterval(day * 86_400))
        }
        try await tested.store.fill(.news, with: [.titled("one")], commit(day: 0))
        _ = try await tested.store.confirm(.news, over: nil, state: nil, at: noon.addingTimeInterval(5 * 86_400))
        try await tested.store.fill(.news, with: [.titled("two")], commit(day: 5.5))
        #expect(try await tested.store.list(.news, limit: 10).map(\.key) == ["one", "two"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a confirmation updates the time and the state and clears the failure`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(
            with: [.titled("A")], RefreshCommit(origin: .remote, state: FetchState(["etag": "1"]), fetchedAt: noon))
        let failure = LoadFailure(code: "offline", reason: "offline (no route)", failedAt: noon)
        try await tested.store.noteFailure(failure, of: .cities, over: nil)
        #expect(try await tested.store.state(of: .cities)?.failure == failure)
        let later = noon.addingTimeInterval(60)
        _ = try await tested.store.confirm(.cities, over: nil, state: FetchState(["etag": "2"]), at: later)
        let state = try await tested.store.state(of: .cities)
        #expect(state?.fetchedAt == later)
        #expect(state?.fetchState == FetchState(["etag": "2"]))
        #expect(state?.failure == nil)
        #expect(state?.records == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `records a failure even if nothing is stored, and a commit clears it`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
        try await tested.store.noteFailure(failure, of: .cities, over: nil)
        let state = try await tested.store.state(of: .cities)
        #expect(state == StoredSource(origin: .remote, records: 0, failure: failure))
        try await tested.store.fill(with: [.titled("A")])
        #expect(try await tested.store.state(of: .cities)?.failure == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a failure leaves the rows and their time alone`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("A")], RefreshCommit(origin: .starter, fetchedAt: nil))
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
        try await tested.store.noteFailure(failure, of: .cities, over: nil)
        #expect(
            try await tested.store.state(of: .cities) == StoredSource(origin: .starter, records: 1, failure: failure))
    }

    @Test(arguments: StoreKind.allCases)
    func `a commit stores nothing if another refresh has succeeded since its load began`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func fill(_ title: String, at second: Double, over basis: StoredSource?) async throws -> CommitOutcome {
            try await tested.store.fill(
                with: [.titled(title)],
                RefreshCommit(
                    origin: .remote, state: FetchState(["etag": title]), fetchedAt: noon.addingTimeInterval(second),
                    acceptsLoss: true, basis: basis))
        }
        #expect(try await fill("first", at: 0, over: .nothing).newer == nil)
        let basis = try await tested.store.state(of: .cities)
        #expect(try await fill("second", at: 60, over: basis).newer == nil)
        let newer = try #require(try await tested.store.state(of: .cities))
        for second in [30.0, 60, 90] {
            #expect(try await fill("late", at: second, over: basis) == CommitOutcome(keeping: newer))
        }
        #expect(try await tested.store.state(of: .cities) == newer)
        #expect(try await tested.store.list(.cities, limit: 9).map(\.key) == ["second"])
        #expect(try await tested.store.changes(of: .cities, since: .distantPast, limit: 9).refreshes.count == 2)
        #expect(try await fill("any", at: 90, over: nil).change.added == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a commit replaces what its load started from, whatever the clock says and after a failure`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("first")])
        for (title, second) in [("at the same time", 0.0), ("with the clock set back", -3_600)] {
            let basis = try await tested.store.state(of: .cities)
            let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
            try await tested.store.noteFailure(failure, of: .cities, over: basis)
            let commit = RefreshCommit(origin: .remote, fetchedAt: noon.addingTimeInterval(second), basis: basis)
            #expect(try await tested.store.fill(with: [.titled(title)], commit).change.added == 1)
            #expect(try await tested.store.list(.cities, limit: 9).map(\.key) == [title])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a starter sample replaces no fetched rows`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let sample = RefreshCommit(origin: .starter, fetchedAt: nil, acceptsLoss: true, basis: .nothing)
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon)
        try await tested.store.noteFailure(failure, of: .cities, over: .nothing)
        for title in ["sample", "newer sample"] {
            #expect(try await tested.store.fill(with: [.titled(title)], sample).newer == nil)
            #expect(try await tested.store.list(.cities, limit: 9).map(\.key) == [title])
        }
        try await tested.store.fill(with: [.titled("fetched")])
        let fetched = try #require(try await tested.store.state(of: .cities))
        #expect(try await tested.store.fill(with: [.titled("late")], sample) == CommitOutcome(keeping: fetched))
        #expect(try await tested.store.state(of: .cities) == fetched)
        #expect(try await tested.store.list(.cities, limit: 9).map(\.key) == ["fetched"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a confirmation applies only to the rows its load started from`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        func fill(_ title: String, at second: Double) async throws -> StoredSource {
            try await tested.store.fill(
                with: [.titled(title)],
                RefreshCommit(
                    origin: .remote, state: FetchState(["etag": title]), fetchedAt: noon.addingTimeInterval(second)))
            return try #require(try await tested.store.state(of: .cities))
        }
        let basis = try await fill("first", at: 0)
        let newer = try await fill("second", at: 60)
        let later = noon.addingTimeInterval(120)
        #expect(
            try await tested.store.confirm(.cities, over: basis, state: basis.fetchState, at: later) == newer)
        #expect(try await tested.store.state(of: .cities) == newer)
        #expect(try await tested.store.confirm(.cities, over: newer, state: nil, at: later) == nil)
        #expect(try await tested.store.state(of: .cities)?.fetchedAt == later)
        try await tested.store.remove(.cities)
        try await tested.store.fill(with: [.titled("sample")], RefreshCommit(origin: .starter, fetchedAt: nil))
        #expect(try await tested.store.confirm(.cities, over: newer, state: nil, at: later) == nil)
        #expect(try await tested.store.state(of: .cities)?.fetchedAt == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a failure is not recorded if another refresh has succeeded since its load began`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeRecordStore()
        let failure = LoadFailure(code: "http", reason: "HTTP 503", failedAt: noon.addingTimeInterval(60))
        try await tested.store.fill(with: [.titled("A")])
        try await tested.store.noteFailure(failure, of: .cities, over: .nothing)
        #expect(try await tested.store.state(of: .cities)?.failure == nil)
        let basis = try await tested.store.state(of: .cities)
        try await tested.store.noteFailure(failure, of: .cities, over: basis)
        #expect(try await tested.store.state(of: .cities)?.failure == failure)
    }

    @Test(arguments: StoreKind.allCases)
    func `removing a source removes all of it and nothing else`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [.titled("Paris")])
        try await tested.store.fill(.news, with: [.titled("Paris news")])
        try await tested.store.remove(.cities)
        try await tested.store.remove(.cities)
        #expect(try await tested.store.states().keys.sorted() == [.news])
        #expect(try await tested.store.titles(matching: "paris").isEmpty)
        #expect(try await tested.store.matches("paris", in: .news).matches.count == 1)
        #expect(try await tested.store.fill(with: [.titled("Lyon")]).change.added == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `keeps rows of different sources with the same key apart`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        try await tested.store.fill(with: [Record(key: "1", title: "A city")])
        try await tested.store.fill(.news, with: [Record(key: "1", title: "An item")])
        let addresses = [RecordAddress(source: .cities, key: "1"), RecordAddress(source: .news, key: "1")]
        let found = try await tested.store.records(at: addresses + [RecordAddress(source: .news, key: "2")])
        #expect(found.mapValues(\.title) == [addresses[0]: "A city", addresses[1]: "An item"])
    }

    @Test(arguments: StoreKind.allCases)
    func `an empty response counts as a load of an empty store`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        #expect(try await tested.store.fill(with: []).records == 0)
        #expect(try await tested.store.state(of: .cities)?.fetchedAt == noon)
    }

    @Test(arguments: StoreKind.allCases)
    func `a record survives a round trip`(kind: StoreKind) async throws {
        let tested = try await kind.makeRecordStore()
        let plain = Record(key: "", title: " ")
        try await tested.store.fill(with: [.complete, plain])
        let address = RecordAddress(source: .cities, key: Record.complete.key)
        #expect(try await tested.store.records(at: [address])[address] == .complete)
        #expect(try await tested.store.list(.cities, limit: 9) == [.complete, plain])
        #expect(try await tested.store.fill(with: [plain, .complete]).change.isEmpty)
    }
}
