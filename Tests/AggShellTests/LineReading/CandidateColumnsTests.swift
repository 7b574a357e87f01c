import AggCommands
import Testing

@testable import AggShell

@Suite struct CandidateColumnsTests {
    @Test func `fills columns from top to bottom`() {
        #expect(CandidateColumns.lines(["a", "bb", "ccc", "d", "e"], columns: 14) == ["a    ccc  e", "bb   d"])
    }

    @Test func `uses one column and truncates if the terminal is narrow`() {
        #expect(CandidateColumns.lines(["abcdefghij", "b"], columns: 6) == ["abcd…", "b"])
    }

    @Test func `measures wide characters`() {
        #expect(CandidateColumns.lines(["東京", "a"], columns: 20) == ["東京  a"])
    }

    @Test func `shows control characters as visible symbols`() {
        #expect(CandidateColumns.lines(["a\u{1B}[2Jb"], columns: 20) == ["a␛[2Jb"])
    }

    @Test func `is empty without candidates`() {
        #expect(CandidateColumns.lines([], columns: 20).isEmpty)
    }

    @Test func `a truncated list ends without a count`() {
        #expect(CandidateColumns.lines(["a", "b"], isCut: true, columns: 20) == ["a  b", "… and more"])
    }

    @Test(arguments: [1, 20, 80, 200])
    func `fits the width and counts the omitted candidates`(columns: Int) {
        let lines = CandidateColumns.lines((1...250).map { "candidate \($0)" }, columns: columns)
        #expect(lines.last == "… and 150 more")
        #expect(lines.dropLast().allSatisfy { DisplayWidth.of($0) <= columns })
    }
}
