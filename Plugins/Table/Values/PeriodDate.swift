import AggSource

/// Reads years, halves, quarters, months, and weeks of years, such as 2024, 2024-H1, 2024-Q2, 2024-03, Mar 2024, 202403, and
/// 2024-W10, as their first days.
enum PeriodDate {
    /// The words before or after the number of a half, with the number of months in it, and so on; in several languages.
    private static let units: [String: Int] = {
        let words = [
            6: ["h", "s", "half", "semester", "semestre", "halbjahr", "halvar"],
            3: [
                "q", "k", "t", "kv", "tri", "quarter", "quartal", "trimestre", "trimester", "trim", "kvartal",
                "kwartaal", "kwartal",
            ],
            1: ["m"],
        ]
        return Dictionary(uniqueKeysWithValues: words.flatMap { months, words in words.map { ($0, months) } })
    }()

    /// The first day of a period in the years 1000 to 2999; nil for any other text.
    static func date(_ bytes: ArraySlice<UInt8>) -> RecordDate? {
        guard (4...20).contains(bytes.count), let day = day(bytes) else { return nil }
        return RecordDate(iso8601: day.text)
    }

    /// Whether a text is a part of a year, such as a quarter or a month.
    static func isPart(_ bytes: ArraySlice<UInt8>) -> Bool {
        (6...20).contains(bytes.count) && day(bytes) != nil
    }

    private static func day(_ bytes: ArraySlice<UInt8>) -> CivilDay? {
        guard bytes.contains(where: \.isASCIIDigit) else { return nil }
        if bytes.count == 6, bytes.allSatisfy(\.isASCIIDigit) { return compact(bytes) }
        guard var words = words(bytes) else { return nil }
        // As Excel writes it: Jan-24; without the hyphen, it may be a day.
        if words.count == 2, bytes.contains(UInt8(ascii: "-")), let month = MonthName.month(words[0]),
            words[1].utf8.count == 2, let year = Int(words[1])
        {
            return CivilDay(year: DateText.fullYear(year), month: month, day: 1)
        }
        let years = words.indices.filter { words[$0].utf8.count == 4 && words[$0].utf8.allSatisfy(\.isASCIIDigit) }
        guard words.count < 4, years.count == 1, let year = Int(words[years[0]]), (1_000...2_999).contains(year),
            years[0] == 0 || years[0] == words.count - 1
        else { return nil }
        words.remove(at: years[0])
        guard words.count < 2 else { return part(words, of: year) }
        guard let word = words.first else { return CivilDay(year: year, month: 1, day: 1) }
        let month = number(word, upTo: 12, digits: 2) ?? MonthName.month(word)
        return month.flatMap { CivilDay(year: year, month: $0, day: 1) }
    }

    /// The texts of digits and of letters; nil if there are points other than that of an ordinal number.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [Substring]? {
        var words: [Substring] = []
        for word in String(decoding: bytes, as: UTF8.self).split(whereSeparator: { "-/ ".contains($0) }) {
            var rest = word.last == "." && word.count == 2 ? word.dropLast() : word
            guard !rest.contains(".") else { return nil }
            while let first = rest.first {
                let part = rest.prefix { $0.isNumber == first.isNumber }
                words.append(part)
                rest = rest.dropFirst(part.count)
            }
        }
        return words
    }

    /// The first day of a half, a quarter, a month, or a week with a word before or after its number.
    private static func part(_ words: [Substring], of year: Int) -> CivilDay? {
        let isFirst = words[0].first?.isNumber == false
        let (word, digits) = isFirst ? (words[0].lowercased(), words[1]) : (words[1].lowercased(), words[0])
        if ["w", "week", "kw"].contains(word) {
            return number(digits, upTo: 53, digits: 2).flatMap { week($0, of: year) }
        }
        guard let months = units[word], let number = number(digits, upTo: 12 / months, digits: months == 1 ? 2 : 1)
        else {
            return nil
        }
        return CivilDay(year: year, month: (number - 1) * months + 1, day: 1)
    }

    /// The Monday of a week in ISO 8601, of which the first contains January 4.
    private static func week(_ week: Int, of year: Int) -> CivilDay? {
        guard let fourth = CivilDay(year: year, month: 1, day: 4)?.number else { return nil }
        // January 1, 1970, was a Thursday.
        let monday = fourth - (fourth - CivilDay.number1970 + 3) % 7
        return CivilDay(number: monday + (week - 1) * 7)
    }

    /// The first day of a month such as 202403, in the years 1900 to 2100.
    private static func compact(_ bytes: ArraySlice<UInt8>) -> CivilDay? {
        guard let number = Int(String(decoding: bytes, as: UTF8.self)), (190_000...210_099).contains(number) else {
            return nil
        }
        return CivilDay(year: number / 100, month: number % 100, day: 1)
    }

    private static func number(_ text: Substring, upTo most: Int, digits: Int) -> Int? {
        guard text.utf8.count <= digits, let number = Int(text), (1...most).contains(number) else { return nil }
        return number
    }
}
