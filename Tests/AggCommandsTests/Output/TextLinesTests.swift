import Synchronization
import Testing

@testable import AggCommands

@Suite struct TextLinesTests {
    @Test func `joins parts in order, whatever their lengths`() {
        let parts = [[], ["a"], ["b", "c"], [], [], ["d", "e", "f"], [String](), ["g"]]
        let lines = TextLines(parts: parts.map { TextLines($0) })
        #expect(Array(lines) == ["a", "b", "c", "d", "e", "f", "g"])
        #expect(lines.reversed() == ["g", "f", "e", "d", "c", "b", "a"])
        #expect(TextLines(parts: []).isEmpty)
        #expect(TextLines(parts: [TextLines([])]).isEmpty)
    }

    @Test func `creates a line only on demand`() {
        let made = Mutex<[Int]>([])
        let many = TextLines(count: 1_000_000) { place in
            made.withLock { $0.append(place) }
            return "line \(place)"
        }
        let lines = TextLines(parts: [TextLines(["head"]), many, TextLines(["foot"])])
        #expect(lines[0] == "head")
        #expect(lines[3] == "line 2")
        #expect(lines[1_000_001] == "foot")
        #expect(made.withLock(\.self) == [2])
    }

    @Test func `creates the cells of a table one row at a time`() {
        let made = Mutex(0)
        let table = TextTable(columns: [.init(heading: "n"), .init(heading: "none")], count: 1_001) { row in
            made.withLock { $0 += 1 }
            return ["\(row)", ""]
        }
        let lines = table.lines(width: 40, style: Style(usesColor: false))
        #expect(made.withLock(\.self) == 1_000)
        #expect(lines[0] == "n")
        #expect(lines[1_000] == "999")
        #expect(made.withLock(\.self) == 1_000, "the rows that were measured are kept")
        #expect(lines[1_001] == "10…", "the widths are those of the rows that were measured")
        #expect(made.withLock(\.self) == 1_001)
    }
}
