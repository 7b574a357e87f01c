/// How many rows an answer has at most: `--limit N`, `--limit all`, or `-n N` as other programs have it.
enum LimitOption {
    static let name = "--limit"
    /// The short name, which is one only if a number follows: `search -n london` looks for what is without “n”.
    static let shortName = "-n"
    /// The value that asks for all rows.
    static let all = "all"
    /// The greatest number that is taken.
    static let greatest = 1_000_000
    /// What `all` asks for: more rows than a store can hold, and few enough to be added to and multiplied.
    static let everything = 1 << 40

    /// The option of a command.
    static func option(_ help: String) -> Option<Int> {
        Option(
            name, "N", .limit, help: help, expects: "a whole number from 1 to \(greatest) or \(all)", reading: number)
    }

    /// The option of any command, to read it by.
    static let any = option("")

    /// The option that shows twice as many rows; nil if the limit is already the greatest.
    static func doubled(_ limit: Int) -> String? {
        limit < greatest ? "\(name) \(min(limit * 2, greatest))" : nil
    }

    /// The number of a value; nil if it is not one.
    static func number(_ text: String) -> Int? {
        if text == all { return everything }
        return Int(text).flatMap { (1...greatest).contains($0) ? $0 : nil }
    }

    /// The word with the long name in place of the short one, where it is that: `-n` before a number or `all`, `-n5`, `-n=5`.
    static func long(_ word: Word, before next: Word?) -> Word {
        guard word.literalFrom == nil, word.text.hasPrefix(shortName) else { return word }
        let rest = word.text.dropFirst(shortName.count)
        if rest.isEmpty {
            guard let next, next.literalFrom == nil, next.text == all || isNumber(next.text[...]) else { return word }
            return Word(name)
        }
        let number = rest.first == "=" ? rest.dropFirst() : rest
        return isNumber(number) ? Word("\(name)=\(number)") : word
    }

    private static func isNumber(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
