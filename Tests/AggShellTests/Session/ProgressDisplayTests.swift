import AggCore
import AggSearch
import AggSource
import Testing

@testable import AggShell
@testable import TestSupport

@Suite struct ProgressDisplayTests {
    private let ids = ["towns", "peaks", "lakes", "roads"].compactMap { SourceID($0) }

    private func screen(_ written: String) -> TerminalScreen {
        var screen = TerminalScreen(columns: 80, rows: 24)
        screen.feed(Array(written.replacing("\n", with: "\r\n").utf8))
        return screen
    }

    /// The transition that a model reports when a load begins.
    private let beginning = SourceTransition(input: .refresh, state: .loading)

    private func outcome(_ id: SourceID) -> RefreshOutcome {
        RefreshOutcome(source: id, loaded: .failure(.cancelled), elapsed: .zero)
    }

    @Test func `draws nothing if standard error is not a terminal`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: false)
        for id in ids { display.show(.changed(id, beginning)) }
        display.clear()
        #expect(bench.complaints.isEmpty)
    }

    @Test func `removes the line of an inspection when it ends`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        let id = try #require(ids.first)
        display.show(.progressed(id, .records(7)))
        #expect(screen(bench.complaints).text.contains("towns  7 records"))
        display.show(.inspected(id))
        #expect(screen(bench.complaints).text.filter { !$0.isWhitespace } == "")
    }

    @Test func `draws one line per source, and clears all of them`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        for id in ids { display.show(.changed(id, beginning)) }
        #expect(screen(bench.complaints).text.contains("towns  0 records"))
        #expect(screen(bench.complaints).text.contains("roads  0 records"))
        display.clear()
        #expect(screen(bench.complaints).text.filter { !$0.isWhitespace } == "")
    }

    @Test func `removes the line of a source that has finished`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        for id in ids { display.show(.changed(id, beginning)) }
        for id in ids.dropFirst() { display.show(.finished(outcome(id))) }
        #expect(screen(bench.complaints).text.contains("towns"))
        #expect(!screen(bench.complaints).text.contains("roads"))
        display.show(.finished(outcome(ids[0])))
        #expect(screen(bench.complaints).text.filter { !$0.isWhitespace } == "")
    }

    @Test func `the time advances even if nothing arrives`() async throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        display.show(.changed(ids[0], beginning))
        let line = #/towns  0 records  [1-9]\d* s  waiting for a response/#
        #expect(try await eventually { screen(bench.complaints).text.contains(line) })
        display.clear()
        #expect(screen(bench.complaints).text.filter { !$0.isWhitespace } == "")
    }

    @Test(arguments: [
        (5, ["towns", "peaks", "lakes", "roads"]), (4, ["towns", "peaks", "… and 2 more sources"]), (2, ["…"]),
    ])
    func `draws no more lines than the window has rows`(rows: Int, beginnings: [String]) throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(
            streams: bench.streams, isEnabled: true, size: TerminalSize(columns: 80, rows: rows))
        for id in ids { display.show(.changed(id, beginning)) }
        var screen = TerminalScreen(columns: 80, rows: rows)
        screen.feed(Array(bench.complaints.replacing("\n", with: "\r\n").utf8))
        let lines = screen.text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        #expect(lines.count == beginnings.count)
        for (line, beginning) in zip(lines, beginnings) { #expect(line.hasPrefix(beginning)) }
        display.clear()
        screen = TerminalScreen(columns: 80, rows: rows)
        screen.feed(Array(bench.complaints.replacing("\n", with: "\r\n").utf8))
        #expect(screen.text.filter { !$0.isWhitespace } == "")
    }

    @Test func `a flood of steps causes few redraws`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        display.show(.changed(ids[0], beginning))
        let clock = ContinuousClock()
        let start = clock.now
        for count in 0..<20_000 { display.show(.progressed(ids[0], .records(count))) }
        let tenths = Int(clamping: (clock.now - start) / .milliseconds(100)) + 2
        #expect(bench.complaints.split(separator: "\r").count <= tenths)
    }

    @Test func `can be shown again after it is cleared`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        for _ in 0..<2 {
            display.show(.changed(ids[0], beginning))
            display.clear()
        }
        #expect(screen(bench.complaints).text.filter { !$0.isWhitespace } == "")
        let before = bench.complaints
        display.clear()
        #expect(bench.complaints == before)
    }

    @Test func `makes room for other output`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        display.show(.changed(ids[0], beginning))
        display.aside { [streams = bench.streams] in streams.writeError("news\n") }
        #expect(screen(bench.complaints).text.hasPrefix("news\ntowns  0 records"))
        display.clear()
        display.aside { [streams = bench.streams] in streams.writeError("more\n") }
        #expect(screen(bench.complaints).text.hasPrefix("news\nmore\n"))
    }

    @Test(arguments: [(false, "whole\n"), (true, "part\nnews\nwhole\n")])
    func `the answer replaces its preview unless something was written below it`(hasNews: Bool, shown: String) throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(
            streams: bench.streams, isEnabled: true, size: TerminalSize(columns: 80, rows: 24))
        bench.streams.writeError("part\n")
        display.remember(preview: "part\n")
        if hasNews { display.aside { [streams = bench.streams] in streams.writeError("news\n") } }
        display.clear(answerFollows: true)
        bench.streams.writeError("whole\n")
        #expect(screen(bench.complaints).text.hasPrefix(shown))
    }

    @Test func `other output waits while something else fills the screen`() throws {
        let bench = try SessionBench()
        let display = ProgressDisplay(streams: bench.streams, isEnabled: true)
        display.cover(true)
        display.aside { [streams = bench.streams] in streams.writeError("news\n") }
        #expect(bench.complaints.isEmpty)
        display.cover(false)
        #expect(bench.complaints == "news\n")
    }

    @Test(arguments: [
        ([LoadProgress.records(3)], "3 records  7 s"),
        ([.bytes(received: 512, expected: nil)], "0 records  512 B  7 s"),
        ([.bytes(received: 512, expected: 1_024)], "0 records  512 B of 1 kB  [##########----------]  7 s"),
        ([.bytes(received: 2_048, expected: 1_024)], "0 records  2 kB of 1 kB  [####################]  7 s"),
        ([.bytes(received: 5, expected: 0)], "0 records  5 B  7 s"),
        ([.records(9), .committing], "9 records  7 s  storing"),
        ([.waiting(reason: "rate limited", seconds: 30)], "0 records  7 s  rate limited, waiting 30 s"),
        ([.waiting(reason: "a\u{1B}[2Jb\n", seconds: 1)], "0 records  7 s  a␛[2Jb␊, waiting 1 s"),
        ([.committing, .records(1)], "1 record  7 s"),
    ])
    func `shows the progress of a source`(steps: [LoadProgress], expected: String) {
        var progress = SourceProgress()
        for step in steps { progress.take(step) }
        #expect(progress.text(for: .milliseconds(7_900)) == expected)
    }
}
