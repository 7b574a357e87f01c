import AggCommands

/// The commands of a line, with quoted parts between ‹ and ›, as in `country:‹New Zealand›`.
func read(_ line: String) -> [[String]] {
    CommandLine(line).commands.map { $0.map(shown) }
}

/// The words of a line with at most one command.
func words(_ line: String) -> [String] {
    let commands = read(line)
    return commands.count > 1 ? ["more than one command"] : commands.first ?? []
}

/// A word with its quoted part between ‹ and ›.
func shown(_ word: Word) -> String {
    guard word.isQuoted, let start = word.literalFrom else { return word.text }
    let letters = word.text.unicodeScalars
    return "\(Substring(letters.prefix(start)))‹\(Substring(letters.dropFirst(start)))›"
}
