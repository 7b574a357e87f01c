import Testing

@testable import NYCSchoolsSource

struct TextRepairTests {
    @Test(arguments: [
        ("RincÃ³n", "Rincón"), ("CafÃ©", "Café"), ("donâ€™t", "don’t"), ("â€œquotedâ€\u{9D}", "“quoted”"),
        ("YesÂ–9", "Yes–9"), ("WomenÂ’s Club", "Women’s Club"), ("aÂ\u{A0}b", "a\u{A0}b"), ("Â®", "®"),
        ("a \u{96} b", "a – b"),
    ])
    func `repairs UTF-8 that was read as Windows-1252`(broken: String, expected: String) {
        #expect(TextRepair.repaired(broken) == expected)
    }

    @Test(arguments: ["", "plain", "Rincón", "São Paulo", "don’t", "東京", "Ångström", "“quoted”", "Ã", "naïve €5"])
    func `leaves valid text alone`(text: String) {
        #expect(TextRepair.repaired(text) == text)
    }

    @Test(arguments: [("東京 Â– Yes", "東京 – Yes"), ("東京 RincÃ³n", "東京 RincÃ³n"), ("東京 Âge", "東京 Âge")])
    func `removes only a stray letter from text of mixed encodings`(broken: String, expected: String) {
        #expect(TextRepair.repaired(broken) == expected)
    }

    @Test(arguments: [("BROOKLYN ", "BROOKLYN"), ("  a b\n", "a b"), ("   ", ""), ("\tCafÃ© ", "Café")])
    func `trims padding`(padded: String, expected: String) {
        #expect(TextRepair.repaired(padded) == expected)
    }

    @Test(arguments: ["RincÃ³n", "YesÂ–9", "WomenÂ’s", "a Â"])
    func `repairing repaired text changes nothing`(broken: String) {
        let mended = TextRepair.repaired(broken)
        #expect(TextRepair.repaired(mended) == mended)
    }
}
