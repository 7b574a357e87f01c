import AggTesting
import Testing

import AggCommands

struct FavoriteNewsTests {
    /// The remarks of a refresh with new data after some towns were added to the favorites.
    private func remarks(_ answer: String, quietly: Bool = false, marking keys: [Int] = [1, 2]) async throws -> [String]
    {
        let before = (1...6).map { "\($0)|Town \($0)|Here|GB" }.joined(separator: "\n")
        var bench = try Bench(sources: ["towns"], answers: ["/towns": [.text(before), .text(answer)]])
        bench.context.isQuiet = quietly
        #expect(try await bench.run("refresh --force").remarks == [])
        for key in keys { _ = try await bench.run("favorite towns:\(key)") }
        return try await bench.run("refresh --force").remarks
    }

    @Test func `points out a favorite that changed or was removed`() async throws {
        let remarks = try await remarks("1|Town 1|There|GB\n3|Town 3|Here|FR\n4|Town 4|Here|GB")
        #expect(
            remarks == [
                "★ Town 1 (towns:1) changed: subtitle Here → There",
                "★ Town 2 (towns:2) is no longer in its source",
            ])
    }

    @Test func `does not mention records that are not favorites`() async throws {
        #expect(try await remarks("1|Town 1|There|GB\n2|Town 2|Here|GB\n3|Town 3|There|GB", marking: [2]) == [])
    }

    @Test func `names three favorites and counts the rest`() async throws {
        let all = (1...6).map { "\($0)|Town \($0)|There|GB" }.joined(separator: "\n")
        let remarks = try await remarks(all, marking: Array(1...6))
        #expect(remarks.count == 4)
        #expect(remarks.last == "★ and 3 more; “changes” shows them")
    }

    @Test func `prints nothing in quiet mode`() async throws {
        #expect(try await remarks("1|Town 1|There|GB\n3|Town 3|Here|GB\n4|Town 4|Here|GB", quietly: true) == [])
    }
}
