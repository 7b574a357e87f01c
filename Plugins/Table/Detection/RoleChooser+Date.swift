import AggSource

extension RoleChooser {
    /// Words for dates of something else than the event of a row, in addition to those that come after it.
    private static let otherDates: Set<String> = [
        "birth", "born", "birthday", "dob", "death", "edited", "revised", "retrieved", "accessed", "extracted",
        "processed", "imported", "indexed", "verified",
    ]
    /// Words for years that are not those of a row.
    private static let otherYears: Set<String> = ["birth", "born", "death", "died", "built", "end"]

    /// Other names of columns with months of years.
    private static let months: Set<String> = [
        "yyyymm", "aaaamm", "jjjjmm", "periods", "periodo", "periodos", "periode", "perioden", "anomes", "yearmonth",
        "competencia",
    ]

    /// The columns of the date: the first date that most rows have and that differs between rows, unless it is the date of another
    /// event, such as the last update of the whole table; or else its parts, or the month or the year of a series.
    var dateColumns: [String]? {
        let dates = columns.filter { $0.kind == .date }
        let often = dates.filter { $0.profile.present * 2 >= rows }
        let events = often.filter { !$0.has(ColumnWords.lateDates) && !$0.has(Self.otherDates) }
        if let event = events.first(where: { !$0.profile.isConstant }) ?? events.first { return [event.name] }
        if let parts = dateParts { return parts }
        let best = often.first { !$0.has(ColumnWords.lateDates) } ?? often.first ?? dates.first
        if let best, best.profile.isConstant, best.has(ColumnWords.lateDates) { return [period ?? best.name] }
        return (best?.name ?? period).map { [$0] }
    }

    /// The columns of the year, the month or quarter, and the day if there is one, whose names differ in these words only.
    private var dateParts: [String]? {
        for column in columns where column.profile.isYear && !column.has(Self.otherYears) {
            let words = column.name.split(separator: "_").map(String.init)
            guard let place = words.firstIndex(where: DateParts.years.contains) else { continue }
            func partner(_ wanted: Set<String>, _ fits: (ColumnProfile) -> Bool) -> String? {
                columns.first { other in
                    var parts = other.name.split(separator: "_").map(String.init)
                    guard parts.count == words.count, wanted.contains(parts[place]), fits(other.profile) else {
                        return false
                    }
                    parts[place] = words[place]
                    return parts == words
                }?.name
            }
            if let month = partner(DateParts.months, \.isMonthOfYear) {
                return [column.name, month] + [partner(DateParts.days, \.isDayOfMonth)].compactMap(\.self)
            }
            if let quarter = partner(DateParts.quarters, \.isQuarterOfYear) { return [column.name, quarter] }
        }
        return nil
    }

    private var period: String? {
        let words = [ColumnWords.periods, ColumnWords.moments, ColumnWords.days, DateParts.quarters]
        let months = columns.first { column in
            column.profile.isMonth
                && (words.contains(where: column.has) || ColumnWords.years.contains(column.name)
                    || Self.months.contains(column.name))
        }
        if let months { return months.name }
        // The first of January would be wrong for a row about another month.
        let isPart = columns.contains {
            ($0.has(ColumnWords.periods) || $0.has(DateParts.quarters)) && !ColumnWords.years.contains($0.name)
                && !$0.profile.isYear && $0.kind != .boolean
        }
        guard !isPart else { return nil }
        let years = columns.filter(\.isYear)
        return (years.first { !$0.profile.isConstant } ?? years.first)?.name
    }
}
