import AggSearch
import AggSource
import AggText
import TestSupport

/// Records and queries from a small vocabulary, which gives shared titles and rows in every tier.
struct RandomRecords {
    private var numbers: SeededGenerator
    private let accents: Accents

    private static let words = [
        "San", "Santa", "são", "SAO", "Säo", "José", "Jose", "Jo", "jorge", "St.", "Saint", "Ste", "Mount", "Mt",
        "Fort",
        "O’Fallon", "OFallon", "o'fallon", "München", "Muenchen", "Munchen", "Köln", "Aachen", "Åå", "Noël", "noel",
        "東京", "東", "京都", "서울", "ไทย", "Łódź", "Lodz", "straße", "Strasse", "c++", "C#", "c", "a", "A", "b", "De",
        "la", "Zürich", "zuerich", "Ωmega", "ώ", "Москва", "москва", "‘Ayn", "ayn", "कि", "क", "e\u{301}cole", "école",
        "1", "12", "123", "new", "New-York", "York", "(Ontario)", "Ontario", "—", "...", "🏝", "x_y", "ae", "oe",
    ]

    init(seed: UInt64, accents: Accents = .loose) {
        self.accents = accents
        numbers = SeededGenerator(seed: seed)
    }

    mutating func records(_ count: Int) -> [Record] {
        (0..<count).map { number in
            var title = text(1...4)
            if title.allSatisfy({ $0 == " " }) { title = "blank" }
            let hasDate = Bool.random(using: &numbers)
            return Record(
                key: "\(chance(2) ? "k" : "K")\(number)", title: title, alternativeTitles: alternativeTitles(),
                subtitle: chance(2) ? text(1...3) : nil,
                date: hasDate ? RecordDate(canonical: "202\(Int.random(in: 0...4, using: &numbers))-01-01") : nil,
                coordinate: chance(2) ? coordinate() : nil,
                prominence: chance(3) ? Int.random(in: 0...7, using: &numbers) : 0,
                fields: (chance(2) ? [Record.Field("place", .text(text(1...2)))] : [])
                    + (chance(2) ? [Record.Field("size", .integer(Int64.random(in: 0...100, using: &numbers)))] : []),
                keywords: chance(4) ? [text(1...2)] : [])
        }
    }

    /// Returns a query: the start of a title, words in any order, or a phrase.
    mutating func query(from records: [Record]) -> SearchText {
        let title = records.randomElement(using: &numbers)?.title ?? ""
        switch Int.random(in: 0...5, using: &numbers) {
        case 0, 1: return SearchText(String(title.prefix(Int.random(in: 1...6, using: &numbers))), accents: accents)
        case 2: return SearchText(title, accents: accents)
        case 3: return SearchText([SearchText.Term(text(1...3), isPhrase: true)], accents: accents)
        case 4:
            let words = [text(1...2), text(1...2)]
            return SearchText(
                [
                    SearchText.Term(words[0], isPhrase: chance(2)),
                    SearchText.Term(shortened(words[1]), isPhrase: chance(2)),
                ], accents: accents)
        default: return SearchText(shortened(text(1...3)), accents: accents)
        }
    }

    /// Returns a condition up to three levels deep; usually none.
    mutating func condition(depth: Int = 0) -> RecordCondition {
        if depth == 0, !chance(2) { return .always }
        switch Int.random(in: depth < 3 ? 0...10 : 3...10, using: &numbers) {
        case 0: return .not(condition(depth: depth + 1))
        case 1: return .any([condition(depth: depth + 1), condition(depth: depth + 1)])
        case 2: return .all([condition(depth: depth + 1), condition(depth: depth + 1)])
        case 3: return .value("place", text(1...1))
        case 4: return .words(Folding.fold(text(1...2)).split(separator: " ").map(String.init))
        case 5:
            let lower = NumberRange.Bound(
                number: Double(Int.random(in: 0...90, using: &numbers)), isIncluded: chance(2))
            return .field(chance(3) ? "place" : "size", .number(NumberRange(lower: lower, upper: nil)))
        case 6: return .date(DateSpan(from: "2021", before: chance(2) ? "2023" : nil))
        case 7:
            return .has([.date, .coordinate, .subtitle, .column("place"), .url].randomElement(using: &numbers) ?? .url)
        case 8:
            let place = Coordinate(latitude: Double.random(in: -90...90, using: &numbers), longitude: 179)
            let radii: [Double] = [500, 4_000, 15_000]
            let radius = radii.randomElement(using: &numbers) ?? 1
            return place.flatMap { Circle(center: $0, radius: radius) }.map(RecordCondition.near) ?? .never
        case 9: return .written(text(1...2), isOpen: chance(2))
        default: return .key(Set((0..<40).map { "k\($0)" }))
        }
    }

    mutating func order() -> RecordOrder? {
        guard chance(3) else { return nil }
        let isDescending = chance(2)
        return [
            .date(isDescending: isDescending), .title(isDescending: isDescending),
            .column("size", isDescending: isDescending), .column("place", isDescending: isDescending),
            .distance(Coordinate(latitude: 10, longitude: 20)),
            .several([
                .column("place", isDescending: isDescending), .date(isDescending: false),
                .column("size", isDescending: !isDescending),
            ]),
        ].randomElement(using: &numbers)
    }

    mutating func favorites(of records: [Record], in source: SourceID) -> Set<RecordAddress> {
        guard chance(2) else { return [] }
        return Set(records.shuffled(using: &numbers).prefix(60).map { RecordAddress(source: source, key: $0.key) })
    }

    /// Returns other titles of the same words, and occasionally one without a letter.
    private mutating func alternativeTitles() -> [String] {
        chance(3) ? (0..<Int.random(in: 1...3, using: &numbers)).map { _ in text(1...3) } : []
    }

    private mutating func coordinate() -> Coordinate? {
        Coordinate(
            latitude: Double.random(in: -90...90, using: &numbers),
            longitude: Double.random(in: -180...180, using: &numbers))
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
