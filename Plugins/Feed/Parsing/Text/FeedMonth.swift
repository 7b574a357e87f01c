import Foundation

/// Names of months in the languages that feeds write them in against the rules.
enum FeedMonth {
    /// The number of a month, 1 to 12, from the beginning of its name in English, German, French, Spanish, Italian,
    /// Portuguese or Dutch; nil where the word begins like none.
    static func number(of word: Substring) -> Int? {
        var name = word.lowercased()
        if !name.utf8.allSatisfy({ $0 < 128 }) {
            name = name.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
        }
        guard name.utf8.count >= 3 else { return nil }
        return beginnings[String(name.prefix(4))] ?? beginnings[String(name.prefix(3))]
    }

    private static let beginnings: [String: Int] = {
        let lists = [
            "jan ene gen", "feb fev", "mar mrt maer", "apr abr avr", "may mai mag maj mei", "jun giu juin",
            "jul lug juil", "aug ago aou", "sep set", "oct okt ott out", "nov", "dec dez dic",
        ]
        var table: [String: Int] = [:]
        for (index, names) in lists.enumerated() {
            for name in names.split(separator: " ") { table[String(name)] = index + 1 }
        }
        return table
    }()
}
