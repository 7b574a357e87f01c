import Foundation
import TestSupport
import Testing

import AggText

/// Folded words that keep their accents.
struct MarkedTextTests {
    private func marks(_ text: String, isAlternate: Bool = false) -> [[String]] {
        MarkedText(text, isAlternate: isAlternate).words.map(\.marks)
    }

    @Test(arguments: [
        ("São", [["", "ã", ""]]), ("SÃO tomé", [["", "ã", ""], ["", "", "", "é"]]), ("sao", [["", "", ""]]),
        ("ß", [["ß", "ß"]]), ("øl", [["ø", ""]]), ("Łódź", [["ł", "ó", "", "ź"]]), ("ế", [["ế"]]),
        ("x\u{303}y", [["x\u{303}", ""]]), ("O’Fállon", [["", "", "á", "", "", "", ""]]),
        ("東京", [["", "", ""], ["", "", ""]]),
        ("Й", [["й", "й"]]), ("σοφός", [["", "", "", "", "", "", "ό", "ό", "", ""]]), ("İı", [["i\u{307}", "ı"]]),
    ])
    func `finds the accented letters`(text: String, expected: [[String]]) {
        #expect(marks(text) == expected)
    }

    @Test(arguments: ["é", "São Tomé", "ế", "Å"])
    func `treats all encodings of an accent alike`(text: String) {
        let forms = [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
        #expect(marks(forms[0]) == marks(forms[1]))
        #expect(MarkedText(forms[0]) == MarkedText(forms[1]))
    }

    @Test func `an alternate has the accent on both of its letters`() {
        #expect(marks("Köln", isAlternate: true) == [["", "ö", "ö", "", ""]])
        #expect(MarkedText.forms(of: "Köln").map { $0.words.map(\.folded) } == [["koln"], ["koeln"]])
        #expect(MarkedText.forms(of: "Kolné").count == 1)
    }

    @Test(arguments: [21, 22])
    func `has the same words as the folded text`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let text = text(&random)
            let words = Folding.fold(text).split(separator: " ").map(String.init)
            let marked = MarkedText(text).words
            // Compared by hand: an expectation for each takes too long.
            if marked.map(\.folded) != words || marked.contains(where: { $0.marks.count != $0.folded.utf8.count }) {
                Issue.record("\(text.debugDescription): \(marked), not \(words)")
            }
        }
    }

    @Test(arguments: [23, 24])
    func `a word written out reads back the same`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let text = text(&random)
            for word in MarkedText(text).words where MarkedText(word.written).words != [word] {
                Issue.record("\(text.debugDescription): \(word), not \(MarkedText(word.written).words)")
            }
        }
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x61...0x7A, 0x80...0x24F, 0x300...0x36F, 0x370...0x52F, 0x1E00...0x1FFF, 0x3040...0x30FF,
            0x4E00...0x4FFF,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let range = ranges.randomElement(using: &random) ?? ranges[0]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
        }
        return String(text)
    }
}
