import AggSource

/// Reads dates whose year, month or quarter, and day are in columns of their own.
enum DateParts {
    /// The words for each part in the names of columns, in several languages.
    static let years: Set<String> = [
        "year", "jahr", "annee", "ano", "anno", "anio", "jaar", "rok", "yy", "yyyy", "yr", "iyear",
    ]
    static let months: Set<String> = [
        "month", "monat", "mois", "mes", "mese", "maand", "manad", "maned", "mm", "mo", "mon", "imonth",
    ]
    static let quarters: Set<String> = [
        "quarter", "quartal", "trimestre", "trimester", "kvartal", "kwartaal", "qtr",
    ]
    static let days: Set<String> = ["day", "tag", "jour", "dia", "giorno", "dag", "dd", "dy", "iday"]

    /// Whether a text is the number of a month, its name, or zero for an unknown one.
    static func isMonth(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 2 else { return number(bytes, upTo: 12) != nil }
        return bytes.count <= 12 && MonthName.month(String(decoding: bytes, as: UTF8.self)[...]) != nil
    }

    /// Whether a text is a quarter, such as 1 or Q1.
    static func isQuarter(_ bytes: ArraySlice<UInt8>) -> Bool { quarter(bytes) != nil }

    /// Whether a text is the number of a day, or zero for an unknown one.
    static func isDay(_ bytes: ArraySlice<UInt8>) -> Bool { number(bytes, upTo: 31) != nil }

    /// The day of a year, a month or quarter, and maybe a day; the first day of a month or a year of which no more is known.
    static func date(_ parts: [ArraySlice<UInt8>], isQuarter: Bool) -> RecordDate? {
        guard let first = parts.first, first.count == 4, let year = Int(String(decoding: first, as: UTF8.self)) else {
            return nil
        }
        let month = parts.count > 1 ? (isQuarter ? quarter(parts[1]).map { $0 * 3 - 2 } : month(parts[1])) : nil
        guard let month, month > 0 else {
            return RecordDate(iso8601: CivilDay(year: year, month: 1, day: 1)?.text ?? "")
        }
        let day = parts.count > 2 ? number(parts[2], upTo: 31) ?? 0 : 0
        return CivilDay(year: year, month: month, day: max(day, 1)).flatMap { RecordDate(iso8601: $0.text) }
    }

    private static func month(_ bytes: ArraySlice<UInt8>) -> Int? {
        number(bytes, upTo: 12) ?? MonthName.month(String(decoding: bytes, as: UTF8.self)[...])
    }

    private static func quarter(_ bytes: ArraySlice<UInt8>) -> Int? {
        let digits = bytes.first.map { "QqTtKk".utf8.contains($0) } == true ? bytes.dropFirst() : bytes
        guard digits.count == 1, let number = number(digits, upTo: 4), number > 0 else { return nil }
        return number
    }

    private static func number(_ bytes: ArraySlice<UInt8>, upTo most: Int) -> Int? {
        guard (1...2).contains(bytes.count), bytes.allSatisfy(\.isASCIIDigit) else { return nil }
        let number = bytes.reduce(0) { $0 * 10 + Int($1 - 48) }
        return number <= most ? number : nil
    }
}
