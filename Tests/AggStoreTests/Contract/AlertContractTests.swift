import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

/// Watches and alerts, for every store that keeps them.
struct AlertContractTests {
    private func alert(_ key: String, _ kind: RecordChange.Kind = .added, after seconds: Double = 0) -> Alert {
        Alert(
            watch: "fails", address: RecordAddress(source: .news, key: key), title: "The \(key)", kind: kind,
            at: noon.addingTimeInterval(seconds))
    }

    private func watching(_ kind: StoreKind) async throws -> TestedStore<any AlertStore> {
        let tested = try await kind.makeAlertStore()
        try await tested.store.saveWatch(Watch(name: "fails", since: noon))
        return tested
    }

    @Test(arguments: StoreKind.allCases)
    func `returns watches complete, sorted by name`(kind: StoreKind) async throws {
        let tested = try await kind.makeAlertStore()
        let full = Watch(
            name: "b", command: "cat > 'x y'", webhook: "https://example.org/hook?a=1", since: noon,
            examined: [.news: noon.addingTimeInterval(5), .cities: noon])
        let bare = Watch(name: "a", since: noon)
        for watch in [full, bare] { try await tested.store.saveWatch(watch) }
        #expect(try await tested.store.watches() == [bare, full])
        #expect(full.isSent && !bare.isSent)
        try await tested.store.removeWatch("b")
        try await tested.store.removeWatch("c")
        #expect(try await tested.store.watches() == [bare])
    }

    /// On a server, nobody sees what others have examined, so all changes are unexamined.
    @Test(arguments: StoreKind.allCases)
    func `changes that a watch has not examined are unexamined`(kind: StoreKind) async throws {
        let tested = try await kind.makeAlertStore()
        try await tested.store.saveWatch(Watch(name: "a", since: noon.addingTimeInterval(60), examined: [.news: noon]))
        #expect(try #require(try await tested.store.firstUnexamined(of: .news)) <= noon)
    }

    @Test(arguments: [StoreKind.inMemory, .sqlite])
    func `the changes of a source are unexamined since the watch that has examined the fewest`(
        kind: StoreKind
    ) async throws {
        let tested = try await kind.makeAlertStore()
        #expect(try await tested.store.firstUnexamined(of: .news) == nil)
        let later = noon.addingTimeInterval(60)
        try await tested.store.saveWatch(Watch(name: "a", since: noon, examined: [.news: later]))
        #expect(try await tested.store.firstUnexamined(of: .news) == later)
        #expect(try await tested.store.firstUnexamined(of: .cities) == noon)
        try await tested.store.saveWatch(Watch(name: "b", since: noon.addingTimeInterval(30)))
        #expect(try await tested.store.firstUnexamined(of: .news) == noon.addingTimeInterval(30))
    }

    @Test(arguments: StoreKind.allCases)
    func `a match is stored once, however often it is found`(kind: StoreKind) async throws {
        let tested = try await watching(kind)
        let found = [alert("1"), alert("2", .changed)]
        let new = try await tested.store.noteMatches(found, of: "fails", examined: [.news: noon])
        #expect(new.map(\.address.key) == ["1", "2"] && Set(new.map(\.number)).count == 2)
        #expect(try await tested.store.noteMatches(found, of: "fails", examined: [:]).isEmpty)
        // A record that another refresh added or changed again is a new match.
        let again = [alert("1", after: 60), alert("2", .changed, after: 60)]
        let more = try await tested.store.noteMatches(again, of: "fails", examined: [.cities: noon])
        #expect(more.map(\.address.key) == ["1", "2"])
        #expect(try await tested.store.alerts(onlyUnreported: true) == new + more)
        #expect(try await tested.store.watches().first?.examined == [.news: noon, .cities: noon])
    }

    @Test(arguments: StoreKind.allCases)
    func `an alert is unreported until it is marked as reported`(kind: StoreKind) async throws {
        let tested = try await watching(kind)
        let new = try await tested.store.noteMatches([alert("1"), alert("2")], of: "fails", examined: [:])
        try await tested.store.noteAttempt(new.map(\.number))
        try await tested.store.noteReported([new[0].number])
        let rest = try await tested.store.alerts(onlyUnreported: true)
        #expect(rest.map(\.address.key) == ["2"] && rest.map(\.attempts) == [1])
        let all = try await tested.store.alerts(onlyUnreported: false)
        #expect(all.map(\.isReported) == [true, false])
    }

    @Test(arguments: StoreKind.allCases)
    func `replacing or removing a watch deletes its alerts`(kind: StoreKind) async throws {
        let tested = try await watching(kind)
        _ = try await tested.store.noteMatches([alert("1")], of: "fails", examined: [.news: noon])
        try await tested.store.saveWatch(Watch(name: "fails", since: noon.addingTimeInterval(9)))
        #expect(try await tested.store.alerts(onlyUnreported: false).isEmpty)
        #expect(try await tested.store.watches() == [Watch(name: "fails", since: noon.addingTimeInterval(9))])
        try await tested.store.removeWatch("fails")
        #expect(try await tested.store.noteMatches([alert("1")], of: "fails", examined: [:]).isEmpty)
        #expect(try await tested.store.alerts(onlyUnreported: false).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a watch whose destination changes keeps its alerts and what it has examined`(kind: StoreKind) async throws {
        let tested = try await watching(kind)
        let new = try await tested.store.noteMatches([alert("1")], of: "fails", examined: [.news: noon])
        #expect(try await tested.store.updateWatch("fails", command: "cat", webhook: nil))
        #expect(try await tested.store.alerts(onlyUnreported: true) == new)
        let watch = Watch(name: "fails", command: "cat", since: noon, examined: [.news: noon])
        #expect(try await tested.store.watches() == [watch])
        #expect(try await tested.store.updateWatch("other", command: "cat", webhook: nil) == false)
        #expect(try await tested.store.watches() == [watch])
    }

    @Test(arguments: StoreKind.allCases)
    func `reported alerts are kept as long as changes are`(kind: StoreKind) async throws {
        let tested = try await watching(kind)
        let new = try await tested.store.noteMatches([alert("1"), alert("2")], of: "fails", examined: [:])
        try await tested.store.noteReported([new[0].number])
        let late = alert("3", after: ChangeRetention().seconds + 1)
        _ = try await tested.store.noteMatches([late], of: "fails", examined: [:])
        #expect(try await tested.store.alerts(onlyUnreported: false).map(\.address.key) == ["2", "3"])
    }
}
