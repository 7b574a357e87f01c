import AggSource

/// Reads the time of day after a date.
enum ClockText {
    private static let halves = ["AM", "PM"]
    /// The offsets of the zones that have names in e-mail (RFC 5322, section 4.3), and of those in Europe.
    private static let zones = [
        "GMT": "Z", "UTC": "Z", "UT": "Z", "EST": "-0500", "EDT": "-0400", "CST": "-0600", "CDT": "-0500",
        "MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
        "WET": "Z", "WEST": "+0100", "BST": "+0100", "CET": "+0100", "CEST": "+0200", "MEZ": "+0100", "MESZ": "+0200",
        "EET": "+0200", "EEST": "+0300",
    ]

    /// The half of the day that a word such as `pm` or `p.m.` names; nil for other words.
    private static func half(_ word: Substring) -> String? {
        let letters = word.replacing(".", with: "").uppercased()
        return halves.contains(letters) ? letters : nil
    }

    /// The offset that follows the name of a zone, as in GMT+1, UTC-05:30, and GMT+0100; nil for other words.
    private static func offset(_ name: String) -> String? {
        guard name.hasPrefix("GMT") || name.hasPrefix("UTC"), let sign = name.dropFirst(3).first, "+-".contains(sign)
        else { return nil }
        let digits = name.dropFirst(4).filter { $0 != ":" }
        guard (1...4).contains(digits.count), digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let hours = digits.count < 3 ? digits.count : digits.count - 2
        let minutes = digits.dropFirst(hours)
        return "\(sign)\(hours == 1 ? "0" : "")\(digits.prefix(hours))\(minutes.isEmpty ? "00" : minutes)"
    }

    /// The time in ISO 8601 form, with its `T`; empty without a time, nil if the text is not a time.
    static func iso(_ text: Substring) -> String? {
        // JavaScript adds the name of the zone in parentheses, after its offset.
        let open = text.last == ")" && text.contains(" GMT") ? text.firstIndex(of: "(") : nil
        var words = text[..<(open ?? text.endIndex)].drop { $0 == " " || $0 == "T" }.split(separator: " ")[...]
        guard var clock = words.popFirst() else { return "" }
        var half: String?
        if let found = words.first.flatMap(Self.half) {
            half = found
            words.removeFirst()
        } else if words.count > 1, let found = Self.half(words.prefix(2).joined(separator: "")[...]) {
            // As Excel writes it in Mexico: 10:11 a. m.
            half = found
            words.removeFirst(2)
        } else if let end = clock.firstIndex(where: \.isLetter), let found = Self.half(clock[end...]) {
            half = found
            clock = clock[..<end]
        }
        if words.first == "Uhr" { words.removeFirst() }
        guard words.count < 2 else { return nil }
        let name = words.first.map(String.init) ?? ""
        let zone = zones[name] ?? offset(name) ?? name
        var parts = clock.split(separator: ":", omittingEmptySubsequences: false)
        // As in Finland and Denmark: 10.11.
        if parts.count == 1 {
            parts = clock.split(separator: ".", omittingEmptySubsequences: false)
            // Oracle adds the fraction of the second.
            if parts.count == 4, parts[3].allSatisfy(\.isASCIIDigit) { parts.removeLast() }
            guard parts.dropFirst().allSatisfy({ $0.count == 2 }) else { return nil }
        }
        guard (2...3).contains(parts.count), let hour = Int(parts[0]), parts[0].count <= 2 else { return nil }
        guard let half else { return "T\(parts[0].count == 1 ? "0" : "")\(parts.joined(separator: ":"))\(zone)" }
        guard (1...12).contains(hour) else { return nil }
        let full = hour % 12 + (half == "PM" ? 12 : 0)
        return "T" + (full < 10 ? "0" : "") + "\(full):" + parts.dropFirst().joined(separator: ":") + zone
    }
}
