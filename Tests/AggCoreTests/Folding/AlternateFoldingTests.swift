import AggText
import Testing

struct AlternateFoldingTests {
    @Test(arguments: [
        ("München", "munchen", "muenchen"), ("Århus", "arhus", "aarhus"),
        ("KÄSE ÖL ÜBER", "kase ol uber", "kaese oel ueber"),
        ("Mu\u{308}nchen", "munchen", "muenchen"), ("A\u{30A}rhus", "arhus", "aarhus"),
        ("Ängelholm", "angelholm", "aengelholm"),
        ("Özil-Straße", "ozil strasse", "oezil strasse"), ("東京 Köln", "東 京 koln", "東 京 koeln"),
    ])
    func `spells a letter with two letters`(text: String, folded: String, alternate: String) {
        #expect(Folding.fold(text) == folded)
        #expect(Folding.alternate(of: text) == alternate)
    }

    @Test(arguments: ["", "Muenchen", "São Paulo", "Tromsø", "Ærø", "ëïÿ", "e\u{308}", "\u{308}a", "東京"])
    func `is nil without such a letter`(text: String) {
        #expect(Folding.alternate(of: text) == nil)
    }

    @Test func `spells any number of letters`() {
        let count = 300_000
        #expect(Folding.alternate(of: String(repeating: "ä", count: count))?.utf8.count == 2 * count)
    }

    @Test func `the alternate of a title is the folded form of its other spelling`() {
        for (title, other) in [("Düsseldorf", "Duesseldorf"), ("Malmö", "Malmoe"), ("Ålesund", "Aalesund")] {
            #expect(Folding.alternate(of: title) == Folding.fold(other))
        }
    }
}
