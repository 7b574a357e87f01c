import Testing

@testable import AggShell

@Suite struct CompletionEditTests {
    private static func edit(
        _ line: String, at start: Int, _ candidates: [Completion.Candidate], cursor: Int? = nil, again: Bool = false
    ) -> CompletionEdit {
        CompletionEdit(
            line: line, cursor: cursor ?? line.count, completion: Completion(start: start, candidates: candidates),
            isRepeated: again)
    }

    @Test func `does nothing without a candidate`() {
        #expect(Self.edit("se", at: 0, []) == .none)
    }

    @Test func `replaces the word with the only candidate and adds a space`() {
        let edit = Self.edit("search lon", at: 7, [.init("London")])
        #expect(edit == .replace(start: 7, text: "London ", isFinal: true))
    }

    @Test func `adds no space if the candidate takes none or one follows`() {
        let filter = Self.edit("sou", at: 0, [.init("source:", appendsBlank: false)])
        #expect(filter == .replace(start: 0, text: "source:", isFinal: true))
        let inside = Self.edit("sea x", at: 0, [.init("search")], cursor: 3)
        #expect(inside == .replace(start: 0, text: "search", isFinal: true))
    }

    @Test func `inserts the longest common prefix of several`() {
        let edit = Self.edit("s", at: 0, [.init("search"), .init("season")])
        #expect(edit == .replace(start: 0, text: "sea", isFinal: false))
    }

    @Test func `inserts nothing if the list of candidates is truncated`() {
        let completion = Completion(start: 5, candidates: [.init("cities:10"), .init("cities:11")], isCut: true)
        func edit(_ again: Bool) -> CompletionEdit {
            CompletionEdit(line: "show cities:", cursor: 12, completion: completion, isRepeated: again)
        }
        #expect(edit(false) == .ambiguous)
        #expect(edit(true) == .list)
    }

    @Test func `lists the candidates at the second press if nothing is in common`() {
        let candidates: [Completion.Candidate] = [.init("search"), .init("set")]
        #expect(Self.edit("se", at: 0, candidates) == .ambiguous)
        #expect(Self.edit("se", at: 0, candidates, again: true) == .list)
    }

    @Test func `never removes typed text`() {
        let candidates: [Completion.Candidate] = [.init("London"), .init("Lonar")]
        #expect(Self.edit("lon", at: 0, candidates) == .replace(start: 0, text: "Lon", isFinal: false))
        #expect(Self.edit("lond", at: 0, candidates) == .ambiguous)
    }

    @Test(arguments: [-1, 4])
    func `does nothing for a word outside the line`(start: Int) {
        #expect(Self.edit("abc", at: start, [.init("x")]) == .none)
    }

    @Test(
        arguments: [
            ([], ""), (["a"], "a"), (["são", "são paulo"], "são"), (["e\u{301}a", "eb"], ""), (["ab", "cd"], ""),
        ] as [([String], String)])
    func `finds the common prefix in whole characters`(texts: [String], prefix: String) {
        #expect(CompletionEdit.commonPrefix(texts) == prefix)
    }
}
