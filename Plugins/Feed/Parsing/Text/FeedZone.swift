/// Time zones as feeds name them, written as ISO 8601 does.
enum FeedZone {
    /// The zone of a name such as `GMT`, `EST` or `GMT+0100`; nil where it is unknown.
    ///
    /// The American names are those of RFC 822, section 5; the others are what feeds are seen to use.
    static func named(_ word: Substring) -> String? {
        let word = word.uppercased()
        for prefix in ["GMT", "UTC"] where word.hasPrefix(prefix) && word.count > 3 {
            return offset(word.dropFirst(3))
        }
        return names[word]
    }

    /// The zone of an offset: `+0100`, `-05:00`, `+1`, `+530`; nil where it is none.
    static func offset(_ word: Substring) -> String? {
        guard let sign = word.first, sign == "+" || sign == "-" else { return nil }
        let digits = word.dropFirst().filter { $0 != ":" }
        guard (1...4).contains(digits.count), let number = Int(digits) else { return nil }
        let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours < 24, minutes < 60 else { return nil }
        return "\(sign)\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
    }

    private static let names: [String: String] = [
        "Z": "Z", "UT": "Z", "UTC": "Z", "GMT": "Z", "WET": "Z",
        "EST": "-05:00", "EDT": "-04:00", "CST": "-06:00", "CDT": "-05:00", "MST": "-07:00", "MDT": "-06:00",
        "PST": "-08:00", "PDT": "-07:00", "AKST": "-09:00", "AKDT": "-08:00", "HST": "-10:00",
        "BST": "+01:00", "WEST": "+01:00", "CET": "+01:00", "MET": "+01:00", "CEST": "+02:00", "MEST": "+02:00",
        "EET": "+02:00", "EEST": "+03:00", "MSK": "+03:00", "IST": "+05:30", "JST": "+09:00", "KST": "+09:00",
        "AEST": "+10:00", "AEDT": "+11:00", "NZST": "+12:00", "NZDT": "+13:00",
    ]
}
