import AggCore
import AggSearch
import AggSource
import AggStorage
import Foundation
import Testing

@testable import AggCommands
@testable import AggShell

@Suite struct LiveStateTests {
    /// A state whose text has been answered with the given number of rows.
    private func answered(_ text: String = "lon", rows: Int = 3) -> LiveState {
        var state = LiveState(text: text)
        #expect(state.take(.success(.live(rows: rows)), to: text) == .draw)
        return state
    }

    private func address(_ number: Int) -> RecordAddress { RecordAddress(source: .towns, key: "\(number)") }

    @Test func `typing searches again after a pause, but moving the cursor does not`() {
        var state = answered()
        #expect(state.press(.text("d")) == .searchSoon)
        #expect(state.text == "lond")
        #expect(state.press(.left) == .draw)
        #expect(state.press(.backspace) == .searchSoon)
        #expect(state.text == "lod")
        #expect(state.press(.home) == .draw)
        #expect(state.press(.backspace) == .draw)
    }

    @Test func `n goes to the next unread record, but only in news and before anything is typed`() throws {
        var output = CommandOutput.live(rows: 4)
        var report = try #require(output.body as? RecordsReport)
        for (index, isUnread) in [true, false, true, false].enumerated() {
            let row = report.answer.rows[index]
            let change = RecordChange(address: row.address, title: row.record.title, kind: .added, at: .distantPast)
            report.answer.rows[index].news = .init(change, record: row.record, isUnread: isUnread)
        }
        output.body = report
        var state = LiveState(text: "")
        _ = state.take(.success(output), to: "")
        #expect(state.press(.text("n")) == .draw && state.chosen == 2)
        #expect(state.press(.text("n")) == .draw && state.chosen == 2)
        #expect(state.press(.text("m")) == .searchSoon)
        #expect(state.press(.text("n")) == .searchSoon && state.text == "mn")
        var other = LiveState(text: "")
        _ = other.take(.success(.live(rows: 2)), to: "")
        #expect(other.press(.text("n")) == .searchSoon)
    }

    @Test func `Tab waits for the answer to the typed text, like Enter`() {
        var state = answered("paris")
        _ = state.press(.deleteToStart)
        _ = state.press(.text("osaka"))
        #expect(state.press(.select) == .searchNow)
        #expect(state.selected.isEmpty)
        #expect(state.take(.success(.live(rows: 2)), to: state.text) == .draw)
        #expect(state.selected == [address(1)] && state.chosen == 1)
    }

    @Test func `arrows choose within the rows`() {
        var state = answered()
        #expect(state.chosen == 0)
        _ = state.press(.up)
        #expect(state.chosen == 0)
        for _ in 0..<5 { #expect(state.press(.down) == .draw) }
        #expect(state.chosen == 2)
        _ = state.press(.pageUp)
        #expect(state.chosen == 0)
        _ = state.press(.pageDown)
        #expect(state.chosen == 2)
    }

    @Test func `arrows do nothing if there are no rows`() {
        var state = answered(rows: 0)
        _ = state.press(.down)
        #expect(state.chosen == 0)
        #expect(state.press(.enter) == .draw)
        #expect(state.press(.favorite) == .draw)
    }

    @Test func `new results choose their first row`() {
        var state = answered()
        _ = state.press(.down)
        _ = state.press(.text("d"))
        #expect(state.take(.success(.live(rows: 2)), to: "lond") == .draw)
        #expect(state.chosen == 0)
        #expect(state.rows.count == 2)
    }

    @Test func `drops results for an older text`() {
        var state = answered()
        _ = state.press(.text("d"))
        #expect(state.take(.success(.live(rows: 1)), to: "lon") == .none)
        #expect(state.rows.count == 3)
        #expect(!state.isCurrent)
    }

    @Test func `Enter shows the chosen record`() {
        var state = answered()
        _ = state.press(.down)
        #expect(state.press(.enter) == .end(.chosen(address(2))))
    }

    @Test func `Enter right after typing waits for the results`() {
        var state = answered()
        _ = state.press(.text("d"))
        #expect(state.press(.enter) == .searchNow)
        #expect(state.take(.success(.live(rows: 1)), to: "lond") == .end(.chosen(address(1))))
    }

    @Test func `a key after Enter cancels it`() {
        var state = answered()
        _ = state.press(.text("d"))
        _ = state.press(.enter)
        _ = state.press(.text("r"))
        #expect(state.take(.success(.live(rows: 1)), to: "londr") == .draw)
    }

    @Test func `Ctrl-F makes the chosen record a favorite, and removes it when pressed again`() throws {
        var state = answered()
        _ = state.press(.down)
        #expect(state.press(.favorite) == .toggle(state.rows[1]))
        #expect(state.take(.success("Marked."), about: address(2), isFavorite: true) == .draw)
        #expect(state.rows.map(\.isFavorite) == [false, true, false])
        #expect(state.message == "Marked.")
        #expect(state.press(.favorite) == .toggle(state.rows[1]))
        _ = state.take(.success("Taken."), about: address(2), isFavorite: false)
        #expect(state.rows.allSatisfy { !$0.isFavorite })
        #expect(state.press(.enter) == .end(.chosen(address(2))))
    }

    @Test func `reports a favorite that cannot be added`() {
        var state = answered()
        _ = state.press(.favorite)
        _ = state.take(.failure(.usage("no room")), about: address(1), isFavorite: true)
        #expect(state.message == "no room")
        #expect(state.rows.allSatisfy { !$0.isFavorite })
    }

    @Test func `Ctrl-F does nothing more until the record's favorite is stored`() {
        var state = answered()
        #expect(state.press(.favorite) == .toggle(state.rows[0]))
        #expect(state.press(.favorite) == .draw && state.isChangingFavorites)
        _ = state.press(.down)
        #expect(state.press(.favorite) == .toggle(state.rows[1]))
        for number in [1, 2] { _ = state.take(.success("Marked."), about: address(number), isFavorite: true) }
        #expect(state.rows.map(\.isFavorite) == [true, true, false])
        #expect(!state.isChangingFavorites)
    }

    @Test func `a new answer that already has the favorite keeps it when its result arrives`() throws {
        var state = answered()
        _ = state.press(.favorite)
        var output = CommandOutput.live(rows: 3)
        var report = try #require(output.body as? RecordsReport)
        report.answer.rows[0].isFavorite = true
        output.body = report
        _ = state.take(.success(output), to: "lon")
        _ = state.take(.success("Marked."), about: address(1), isFavorite: true)
        #expect(state.rows[0].isFavorite)
    }

    @Test func `an invalid query shows the reason, keeps the rows, and opens none of them`() {
        var state = answered()
        _ = state.press(.text(" source:x"))
        #expect(state.take(.failure(.usage("there is no source")), to: "lon source:x") == .draw)
        #expect(state.message == "there is no source")
        #expect(state.rows.count == 3)
        #expect(state.press(.enter) == .draw)
        #expect(state.press(.backspace) == .searchSoon)
        #expect(state.message == nil)
    }

    @Test func `Esc quits, and Ctrl-D only on an empty line`() {
        var state = answered()
        #expect(state.press(.endOfInput) == .none)
        #expect(state.press(.escape) == .end(.left))
        var empty = LiveState(text: "")
        #expect(empty.press(.endOfInput) == .end(.left))
    }
}

extension SourceID {
    static let towns = SourceID("towns") ?? { preconditionFailure("the id is well spelled") }()
}

extension CommandOutput {
    /// Results with the given number of rows, with the keys 1, 2, ….
    static func live(
        rows count: Int, title: String = "Town", isTruncated: Bool = false, isOfFavorites: Bool = false
    ) -> CommandOutput {
        let rows = (0..<count).map { index in
            RecordsAnswer.Row(
                address: RecordAddress(source: .towns, key: "\(index + 1)"),
                record: Record(key: "\(index + 1)", title: "\(title) \(index + 1)", subtitle: "Somewhere"))
        }
        let sources = [
            RecordsAnswer.Source(status: .sample("towns", origin: .remote), matched: isTruncated ? nil : count)
        ]
        var answer = RecordsAnswer(rows: rows, isTruncated: isTruncated, sources: sources)
        answer.isOfFavorites = isOfFavorites
        return CommandOutput(RecordsReport(answer, query: "lon", more: nil))
    }
}
