/// An option as seen by the help, completion, and the parser, whatever the type of its value.
package protocol DeclaredOption: Sendable {
    /// The name including its dashes, such as `--limit`.
    var name: String { get }
    /// A short form.
    var short: String? { get }
    /// The name of its value in the usage line and its type; nil for a flag.
    var value: (name: String, kind: CommandDeclaration.Value)? { get }
    /// A one-sentence description.
    var help: String { get }
    /// Whether it is for building the program rather than for users.
    var isHidden: Bool { get }
    /// The expected value, for the error message about an invalid one.
    var expectation: String { get }
    /// The name of the option it sets: its own, unless it is shorthand for a value of another option.
    var key: String { get }
    /// Parses a value; nil if it is invalid.
    func read(_ text: String) -> (any Sendable)?
}

extension DeclaredOption {
    /// The option as shown in the usage line.
    package var usage: String {
        let names = [short, name].compactMap(\.self).joined(separator: ", ")
        return value.map { "\(names) \($0.name)" } ?? names
    }
}

/// An option with the type of its value: declared once, and used to look up `Arguments`.
package struct Option<Value: Sendable>: DeclaredOption {
    package let name: String
    package let short: String?
    package let value: (name: String, kind: CommandDeclaration.Value)?
    package let help: String
    package let isHidden: Bool
    package let key: String
    private let statedExpectation: String?
    private let reading: @Sendable (String) -> Value?

    /// Creates an option with a value that a closure parses.
    package init(
        _ name: String, _ valueName: String, _ kind: CommandDeclaration.Value, help: String,
        expects expectation: String? = nil,
        reading: @escaping @Sendable (String) -> Value?
    ) {
        self.init(name, (valueName, kind), help: help, expects: expectation, reading: reading)
    }

    /// Creates a flag that is shorthand for a value of another option.
    package init(_ name: String, for value: Value, of option: Option, help: String) {
        self.init(name, nil, help: help, key: option.name) { _ in value }
    }

    private init(
        _ name: String, short: String? = nil, _ value: (name: String, kind: CommandDeclaration.Value)?, help: String,
        isHidden: Bool = false, expects expectation: String? = nil, key: String? = nil,
        reading: @escaping @Sendable (String) -> Value?
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.help = help
        self.isHidden = isHidden
        self.key = key ?? name
        statedExpectation = expectation
        self.reading = reading
    }

    package var expectation: String { statedExpectation ?? value?.kind.expectation ?? "" }

    package func read(_ text: String) -> (any Sendable)? { reading(text) }
}

extension Option<Bool> {
    /// Creates a flag.
    package init(_ name: String, short: String? = nil, help: String) {
        self.init(name, short: short, nil, help: help) { _ in true }
    }
}

extension Option<String> {
    /// Creates an option with any text.
    package init(
        _ name: String, _ valueName: String, _ kind: CommandDeclaration.Value = .text, help: String,
        isHidden: Bool = false
    ) {
        self.init(name, (valueName, kind), help: help, isHidden: isHidden) { $0 }
    }
}

extension Option<Int> {
    /// Creates an option with an integer.
    package init(_ name: String, _ valueName: String, in range: ClosedRange<Int>, help: String) {
        self.init(name, (valueName, .number(range)), help: help) { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension Option where Value: RawRepresentable<String> & CaseIterable {
    /// Creates an option with a choice of values.
    package init(_ name: String, _ valueName: String, help: String, expects expectation: String? = nil) {
        let words = Value.allCases.map(\.rawValue)
        self.init(
            name, (valueName, .choice(words)), help: help, expects: expectation, reading: Value.init(rawValue:))
    }
}

/// The options that every command takes.
enum OutputOption {
    static let format = Option<OutputFormat>("--format", "FORMAT", help: "The output format.")
    /// Shorthand for the JSON format.
    static let json = Option("--json", for: .json, of: format, help: "Same as --format json.")
    static let columns = Option(
        "--columns", "NAMES", .columns,
        help: "The columns to show, separated by commas; '*' for all, +NAME to add one.",
        reading: ColumnChoice.init)
    static let noHeader = Option<Bool>(
        "--no-header", help: "Omit column headings in table, csv, tsv, and markdown output.")

    static let all: [any DeclaredOption] = [format, json, columns, noHeader]
}

/// The maximum number of rows in an answer: `--limit N`, `--limit all`, or `-n N` as in other programs.
enum LimitOption {
    static let name = "--limit"
    /// The short name, recognized only before a number: `search -n london` excludes “n”.
    static let shortName = "-n"
    /// The value for all rows.
    static let all = "all"
    /// The greatest accepted number.
    static let greatest = 1_000_000
    /// The number for `all`: more rows than a store can hold, but small enough for arithmetic without overflow.
    static let everything = 1 << 40

    /// The option of a command.
    static func option(_ help: String) -> Option<Int> {
        Option(
            name, "N", .limit, help: help, expects: "a whole number from 1 to \(greatest) or “\(all)”", reading: number)
    }

    /// The option of any command, for reading its value.
    static let any = option("")

    /// The option that doubles the number of rows; nil if the limit is already the maximum.
    static func doubled(_ limit: Int) -> String? {
        limit < greatest ? "\(name) \(min(limit * 2, greatest))" : nil
    }

    /// Parses a value; nil if it is invalid.
    static func number(_ text: String) -> Int? {
        if text == all { return everything }
        return Int(text).flatMap { (1...greatest).contains($0) ? $0 : nil }
    }

    /// Replaces the short name with the long one if it is meant: `-n` before a number or `all`, `-n5`, `-n=5`.
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

/// The columns given by `--columns`: `title,url` only these, `*` all, `+stars` one more than the usual ones.
package struct ColumnChoice: Hashable, Sendable {
    /// The columns to which the named ones are added.
    package enum Base: Hashable, Sendable {
        /// Nothing: only they are shown.
        case none
        /// The usual columns.
        case usual
        /// All columns.
        case all
    }

    /// The columns to which the named ones are added.
    package private(set) var base = Base.none
    /// The columns by name, in the order given.
    package private(set) var names: [String] = []

    /// The text that was read.
    let text: String

    /// Parses comma-separated names.
    init(_ text: String) {
        self.text = text
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = item.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if name == "*" {
                base = .all
            } else if name.hasPrefix("+") {
                if base == .none { base = .usual }
                names.append(String(name.dropFirst()))
            } else {
                names.append(name)
            }
        }
    }
}

extension CommandDeclaration.Value {
    /// The expected values, for the error message about an invalid one; nil if any text may be valid.
    fileprivate var expectation: String? {
        switch self {
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        default: nil
        }
    }
}
