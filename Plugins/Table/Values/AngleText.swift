import AggSource

/// Reads latitudes and longitudes in degrees, minutes, and seconds, such as 40°26′46″N, 40-26-46 N, N 42° 05,5', or 52.5N.
enum AngleText {
    /// The angle in degrees, and its axis if a letter says so; nil for anything else.
    static func angle(_ text: some StringProtocol) -> (degrees: Double, axis: CoordinateText.Axis?)? {
        text.utf8.count > 40 ? nil : CoordinateText.angle(plain(text, decimalComma: true))
    }

    /// The coordinate of two angles in one text, such as 40°26′46″N 79°58′56″W; nil for anything else.
    static func pair(_ text: some StringProtocol) -> Coordinate? {
        guard text.utf8.count <= 80 else { return nil }
        let halves = text.split { ";/|".contains($0) }
        let pair =
            halves.count == 2
            ? halves.map { plain($0, decimalComma: true) }.joined(separator: ", ") : plain(text, decimalComma: false)
        guard CoordinateText.isMarked(pair), case .place(let place) = CoordinateText.read(pair) else { return nil }
        return place
    }

    /// The text with the usual signs: a degree sign for one that was lost, and blanks for hyphens and colons between digits.
    private static func plain(_ text: some StringProtocol, decimalComma: Bool) -> String {
        var plain = ""
        for letter in text {
            let followsDigit = plain.last?.isNumber == true
            switch letter {
            case "\u{FFFD}": plain.append("°")
            case "`", "´", "‘": plain.append("'")
            case "“": plain.append("\"")
            case "-", ":": plain.append(followsDigit ? " " : letter)
            case ",": plain.append(followsDigit && decimalComma ? "." : letter)
            default: plain.append(letter)
            }
        }
        return plain
    }
}
