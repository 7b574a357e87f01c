import AggText
import Testing

struct AbbreviationsTests {
    @Test(arguments: [
        (["st", "louis"], [["st", "louis"], ["saint", "louis"]]),
        (["saint", "louis"], [["saint", "louis"], ["st", "louis"]]),
        (["ste", "foy"], [["ste", "foy"], ["sainte", "foy"]]),
        (["mt", "vernon"], [["mt", "vernon"], ["mount", "vernon"]]),
        (["lauderdale", "fort"], [["lauderdale", "fort"], ["lauderdale", "ft"]]),
        (["ft", "st"], [["ft", "st"], ["fort", "st"], ["ft", "saint"], ["fort", "saint"]]),
        (["stuttgart"], [["stuttgart"]]), (["london"], [["london"]]),
    ])
    func `replaces whole words both ways, with the given words first`(words: [String], variants: [[String]]) {
        #expect(Abbreviations.variants(of: words) == variants)
    }

    @Test func `an empty list of words has one variant`() {
        #expect(Abbreviations.variants(of: []) == [[]])
    }

    @Test(arguments: 3...12)
    func `never returns more than eight variants`(count: Int) {
        let variants = Abbreviations.variants(of: Array(repeating: "st", count: count))
        #expect(variants.count == 8)
        #expect(Set(variants).count == 8)
    }
}
