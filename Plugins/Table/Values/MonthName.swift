import Foundation

/// The names of months and weekdays in several languages.
enum MonthName {
    /// The names of each month, without accents.
    private static let names = [
        ["january", "januar", "janvier", "enero", "gennaio", "janeiro", "januari"],
        ["february", "februar", "fevrier", "febrero", "febbraio", "fevereiro", "februari"],
        ["march", "marz", "mars", "marzo", "marco", "maart", "mrt", "marts"],
        ["april", "avril", "abril", "aprile"], ["may", "mai", "mayo", "maggio", "maio", "mei", "maj"],
        ["june", "juni", "juin", "junio", "giugno", "junho"],
        ["july", "juli", "juillet", "julio", "luglio", "julho"],
        ["august", "aout", "agosto", "augustus", "augusti"],
        ["september", "septembre", "septiembre", "settembre", "setembro"],
        ["october", "oktober", "octobre", "octubre", "ottobre", "outubro"],
        ["november", "novembre", "noviembre", "novembro"],
        ["december", "dezember", "decembre", "diciembre", "dicembre", "dezembro", "desember"],
    ]
    /// The names in languages whose first letters are often those of another month elsewhere, as in Finnish “marraskuuta”
    /// (November); in dates, Slavic and Finnish names have endings.
    private static let wholeNames = [
        "styczen stycznia leden ledna tammikuu tammikuuta ocak января январь ιανουαριου",
        "luty lutego unor unora helmikuu helmikuuta subat февраля февраль φεβρουαριου",
        "marzec marca brezen brezna maaliskuu maaliskuuta marcius mart марта март μαρτιου",
        "kwiecien kwietnia duben dubna huhtikuu huhtikuuta aprilis nisan апреля апрель απριλιου",
        "maja kveten kvetna toukokuu toukokuuta majus mayıs мая май μαιου",
        "czerwiec czerwca cerven cervna kesakuu kesakuuta junius haziran июня июнь ιουνιου",
        "lipiec lipca cervenec cervence heinakuu heinakuuta julius temmuz июля июль ιουλιου",
        "sierpien sierpnia srpen srpna elokuu elokuuta augusztus agustos августа август αυγουστου",
        "wrzesien wrzesnia zari syyskuu syyskuuta szeptember eylul сентября сентябрь σεπτεμβριου",
        "pazdziernik pazdziernika rijen rijna lokakuu lokakuuta ekim октября октябрь οκτωβριου",
        "listopad listopada listopadu marraskuu marraskuuta kasım ноября ноябрь νοεμβριου",
        "grudzien grudnia prosinec prosince joulukuu joulukuuta aralık декабря декабрь δεκεμβριου",
    ]
    /// The months by the first letters of their names, at least three; 0 if several months start with the same letters.
    private static let months: [String: Int] = {
        var months: [String: Int] = [:]
        for (index, names) in names.enumerated() {
            for name in names {
                for length in 3...name.count {
                    let beginning = String(name.prefix(length))
                    months[beginning] = (months[beginning] ?? index + 1) == index + 1 ? index + 1 : 0
                }
            }
        }
        for (index, names) in wholeNames.enumerated() {
            for name in names.split(separator: " ") { months[plain(name)] = index + 1 }
        }
        return months
    }()

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
        "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag",
        "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche",
        "lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo",
        "lunedi", "martedi", "mercoledi", "giovedi", "venerdi", "sabato", "domenica",
    ]

    /// The number of the month whose name starts with at least three letters; nil unless exactly one month does.
    static func month(_ letters: Substring) -> Int? {
        guard (3...12).contains(letters.count), let month = months[plain(letters)], month > 0 else { return nil }
        return month
    }

    /// The text without a weekday at its start, such as that of “Tue, 5 Mar 2024”.
    static func withoutWeekday(_ text: String) -> Substring {
        let letters = text.prefix(while: \.isLetter)
        guard (2...12).contains(letters.count), month(letters) == nil else { return text[...] }
        let name = plain(letters)
        let rest = text[letters.endIndex...].drop { ",. ".contains($0) }
        let isWeekday = rest.startIndex != letters.endIndex && weekdays.contains { $0.hasPrefix(name) }
        return isWeekday ? rest : text[...]
    }

    private static func plain(_ letters: Substring) -> String {
        let small = letters.lowercased()
        return small.utf8.allSatisfy { $0 < 0x80 } ? small : small.folding(options: .diacriticInsensitive, locale: nil)
    }
}
