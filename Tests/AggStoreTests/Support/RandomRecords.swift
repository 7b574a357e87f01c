import AggCore
import TestSupport

/// Records and queries made of few words, so that titles are shared and every tier has rows.
struct RandomRecords {
    private var numbers: SeededGenerator

    private static let words = [
        "San", "Santa", "são", "SAO", "Säo", "José", "Jose", "Jo", "jorge", "St.", "Saint", "Ste", "Mount", "Mt",
        "Fort",
        "O’Fallon", "OFallon", "o'fallon", "München", "Muenchen", "Munchen", "Köln", "Aachen", "Åå", "Noël", "noel",
        "東京", "東", "京都", "서울", "ไทย", "Łódź", "Lodz", "straße", "Strasse", "c++", "C#", "c", "a", "A", "b", "De",
        "la", "Zürich", "zuerich", "Ωmega", "ώ", "Москва", "москва", "‘Ayn", "ayn", "कि", "क", "e\u{301}cole", "école",
        "1", "12", "123", "new", "New-York", "York", "(Ontario)", "Ontario", "—", "...", "🏝", "x_y", "ae", "oe",
    ]

    init(seed: UInt64) {
        numbers = SeededGenerator(seed: seed)
    }

    mutating func records(_ count: Int) -> [Record] {
        (0..<count).map { number in
            var title = text(1...4)
            if title.allSatisfy({ $0 == " " }) { title = "blank" }
            let hasDate = Bool.random(using: &numbers)
            return Record(
                key: "\(chance(2) ? "k" : "K")\(number)", title: title, subtitle: chance(2) ? text(1...3) : nil,
                date: hasDate ? RecordDate(canonical: "202\(Int.random(in: 0...4, using: &numbers))-01-01") : nil,
                prominence: chance(3) ? Int.random(in: 0...7, using: &numbers) : 0,
                fields: chance(2) ? [Record.Field("place", .text(text(1...2)))] : [],
                keywords: chance(4) ? [text(1...2)] : [])
        }
    }

    /// A query: the beginning of a title, words in any order, or a phrase.
    mutating func query(from records: [Record]) -> SearchText {
        let title = records.randomElement(using: &numbers)?.title ?? ""
        switch Int.random(in: 0...5, using: &numbers) {
        case 0, 1: return SearchText(String(title.prefix(Int.random(in: 1...6, using: &numbers))))
        case 2: return SearchText(title)
        case 3: return SearchText([SearchText.Term(text(1...3), isPhrase: true)])
        case 4:
            let words = [text(1...2), text(1...2)]
            return SearchText([
                SearchText.Term(words[0], isPhrase: chance(2)),
                SearchText.Term(shortened(words[1]), isPhrase: chance(2)),
            ])
        default: return SearchText(shortened(text(1...3)))
        }
    }

    mutating func filter() -> [FieldFilter] {
        chance(4) ? [FieldFilter(column: "place", value: text(1...1))] : []
    }

    mutating func favorites(of records: [Record], in source: SourceID) -> Set<RecordAddress> {
        guard chance(2) else { return [] }
        return Set(records.shuffled(using: &numbers).prefix(60).map { RecordAddress(source: source, key: $0.key) })
    }

    private mutating func text(_ counts: ClosedRange<Int>) -> String {
        (0..<Int.random(in: counts, using: &numbers)).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
            .joined(separator: " ")
    }

    private mutating func shortened(_ text: String) -> String {
        String(text.dropLast(Int.random(in: 0...2, using: &numbers)))
    }

    private mutating func chance(_ count: Int) -> Bool {
        Int.random(in: 1...count, using: &numbers) == 1
    }
}
