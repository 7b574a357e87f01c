import AggSearch
import Foundation
import Testing

struct MatchTierTests {
    @Test func `keeps the names that scripts depend on, the best first`() {
        let names = ["exact", "title-prefix", "title-words", "title-word-prefixes", "subtitle", "anywhere"]
        #expect(MatchTier.allCases.map(\.rawValue) == names)
        #expect(MatchTier.allCases.shuffled().sorted().map(\.rawValue) == names)
        #expect(MatchTier.exact < .titlePrefix)
    }

    @Test func `is encoded as its name`() throws {
        let data = try JSONEncoder().encode([MatchTier.titleWordPrefixes])
        #expect(String(decoding: data, as: UTF8.self) == #"["title-word-prefixes"]"#)
        #expect(try JSONDecoder().decode([MatchTier].self, from: data) == [.titleWordPrefixes])
    }
}
