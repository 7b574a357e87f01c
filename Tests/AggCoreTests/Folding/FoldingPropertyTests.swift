import AggText
import TestSupport
import Testing

/// Properties of folding that hold for any text.
struct FoldingPropertyTests {
    @Test(arguments: [
        "\u{130}", "i\u{307}", "\u{149}", "\u{1E9A}", "\u{B4}", "\u{1FBD}\u{1FEF}\u{1FFD}", "\u{374}\u{37E}",
        "\u{345}α\u{345}",
        "\u{1100}\u{3131}\u{1161}\u{11A8}", "가\u{11A8}\u{11A8}", "\u{1100}'\u{1161}", "ﾡￂ", "\u{10412}\u{301}",
        "\u{FA6C}\u{301}", "\u{F77}\u{3099}", "か\u{F75}\u{3099}", "\u{16ABC}\u{1E00A}\u{E33}", "\u{2033}\u{2057}",
        "\u{17387}\u{613}\u{11134}", "\u{FDFA}", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}\u{200D}\u{302}", "क\u{94D}\u{200D}ष",
        "\u{FFA0}\u{3164}",
        "\u{1F71}\u{3B1}\u{301}", "\u{212B}\u{212A}", "Z̸̡̢̛̗͓̘̻̋̍̾͗̑͐̚͝ä̷̗", "\u{0}", "\u{10FFFF}", "＋́＃", "\u{0E33}\u{0E48}\u{0E33}",
    ])
    func `folding a folded text changes nothing in hard cases`(text: String) {
        expectStable(text)
    }

    @Test func `folding a folded text changes nothing for any character with a mark`() {
        for value in stride(from: UInt32(0), through: 0x323AF, by: 1) {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else { continue }
            expectStable("\(scalar)\u{301}")
        }
    }

    @Test func `a character that cannot become an ASCII letter does not`() {
        for value in 0...0x323AF as ClosedRange<UInt32> {
            guard let text = Unicode.Scalar(value).map(String.init), !Folding.mayHaveASCII(text) else { continue }
            #expect(!Folding.fold(text).utf8.contains { (0x21..<0x80).contains($0) }, "\(text)")
        }
        #expect(!Folding.mayHaveASCII("Санкт-Петербург"))
        #expect(Folding.mayHaveASCII("ＳＡＮ"))
    }

    @Test(arguments: [1, 2, 3, 4])
    func `folding a folded text changes nothing for random characters of all planes`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 { expectStable(randomText(&random)) }
    }

    @Test(arguments: [6, 7])
    func `folds a text the same with and without normalization`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var texts = (0..<5_000).map { _ in randomText(&random) }
        texts += (UInt32(0x80)...0x1FFF).compactMap(Unicode.Scalar.init).map { "a\($0)b" }
        for text in texts {
            // The ligature forces normalization of the whole text.
            let folded = Folding.fold(text)
            let normalized = Folding.fold("\(text) ﬁ")
            if normalized != (folded.isEmpty ? "fi" : "\(folded) fi") {
                Issue.record("\(text.debugDescription) folds to “\(folded)”, or “\(normalized)” beside a ligature")
            }
        }
    }

    @Test func `the result is words of letters and digits with single blanks between them`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5_000 {
            let folded = Folding.fold(randomText(&random))
            let scalars = Array(folded.unicodeScalars)
            #expect(scalars.first != " " && scalars.last != " ")
            for (scalar, next) in zip(scalars, scalars.dropFirst()) where scalar == " " && next == " " {
                Issue.record("two blanks in \(folded.debugDescription)")
            }
            for scalar in scalars where !isAllowed(scalar) {
                Issue.record("U+\(String(scalar.value, radix: 16)) stays in a folded text")
            }
        }
    }

    private func expectStable(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let folded = Folding.fold(text)
        let again = Folding.fold(folded)
        // Compared by hand: an expectation for each of 400,000 texts takes seconds.
        if !folded.utf8.elementsEqual(again.utf8) {
            let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
            Issue.record("\(scalars) folds to “\(folded)”, then to “\(again)”", sourceLocation: sourceLocation)
        }
    }

    private func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber: true
        default: " +#".unicodeScalars.contains(scalar) || scalar.properties.isAlphabetic || scalar.isLetter
        }
    }

    private func randomText(_ random: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let range: ClosedRange<UInt32> =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: 0...0x7F
                case 1: 0x300...0x36F
                case 2: 0x1100...0x11FF
                case 3: 0x80...0x30FF
                case 4: 0x900...0xFFFF
                default: 0x10000...0x10FFFF
                }
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }
}
