import AggCommands

/// A line without its color sequences, which take no space.
enum WithoutColors {
    static func of(_ line: some StringProtocol) -> String {
        guard line.contains("\u{1B}") else { return String(line) }
        var text = ""
        var isInside = false
        for character in line {
            if isInside {
                isInside = character != "m"
            } else if character == "\u{1B}" {
                isInside = true
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// The width in columns.
    static func width(of line: some StringProtocol) -> Int { DisplayWidth.of(of(line)) }
}
