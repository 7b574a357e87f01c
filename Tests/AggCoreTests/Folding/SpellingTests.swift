import AggText
import Testing

struct SpellingTests {
    @Test(arguments: [
        ("São  Paulo ", "são paulo"), ("O'Fallon", "o'fallon"), ("NGC-1300", "ngc-1300"), ("ＦＵＬＬ！", "full!"),
        ("東京", "東京"), ("ÄÖ\u{A0}Ü", "äö ü"), ("U\u{308}", "ü"), ("C++ / C#", "c++ / c#"), ("!", "!"),
    ])
    func `keeps marks and punctuation`(text: String, spelling: String) {
        #expect(Folding.spelling(of: text) == spelling)
    }

    @Test(arguments: ["London", "  New   York ", "C++", "", "Москва", "a\tb\nc"])
    func `is nil when it equals the folded form`(text: String) {
        #expect(Folding.spelling(of: text) == nil)
    }

    @Test func `uses the folded form if given`() {
        let title = "Zürich"
        #expect(Folding.spelling(of: title, folded: Folding.fold(title)) == "zürich")
        #expect(Folding.spelling(of: "Bern", folded: "bern") == nil)
    }

    @Test func `distinguishes texts that fold alike`() {
        #expect(Folding.fold("Côte") == Folding.fold("Cote"))
        #expect(Folding.spelling(of: "Côte") != Folding.spelling(of: "Cote"))
    }
}
