/// A part of a written coordinate.
enum CoordinateToken: Hashable {
    /// A number; whether it has a sign, and digits after a point.
    case number(Double, isSigned: Bool, hasFraction: Bool)
    /// The mark of degrees (0), minutes (1), or seconds (2).
    case mark(Int)
    /// A letter for north, south, east, or west.
    case letter(Letter)
    /// A comma.
    case comma

    /// A quarter of the compass.
    enum Letter: Character {
        case north = "n"
        case south = "s"
        case east = "e"
        case west = "w"

        enum Axis { case latitude, longitude }

        var axis: Axis { self == .north || self == .south ? .latitude : .longitude }
        var isNegative: Bool { self == .south || self == .west }
    }

    private var hasFraction: Bool { if case .number(_, _, true) = self { true } else { false } }

    /// The tokens of a text; nil if it has anything that no coordinate has, or two numbers in one.
    static func tokens(of text: some StringProtocol) -> [CoordinateToken]? {
        var tokens: [CoordinateToken] = []
        var rest = text[...]
        var isSeparated = true
        while let character = rest.first {
            if character.isWhitespace {
                rest.removeFirst()
                isSeparated = true
                continue
            }
            // A sign separates exact numbers (41.88-87.63), but not whole ones (7-11).
            if isSeparated || "+-−".contains(character) && tokens.last?.hasFraction == true,
                let number = number(&rest)
            {
                tokens.append(number)
                isSeparated = false
                continue
            }
            // Two primes are the mark of seconds.
            if rest.hasPrefix("''") || rest.hasPrefix("′′") {
                tokens.append(.mark(2))
                rest.removeFirst()
            } else if let mark = marks[character] {
                tokens.append(.mark(mark))
            } else if let letter = character.lowercased().first.flatMap(Letter.init) {
                tokens.append(.letter(letter))
            } else if character == "," {
                tokens.append(.comma)
            } else {
                return nil
            }
            rest.removeFirst()
            isSeparated = true
        }
        return tokens
    }

    private static let marks: [Character: Int] = [
        "°": 0, "º": 0, "˚": 0, "′": 1, "'": 1, "’": 1, "ʹ": 1, "″": 2, "\"": 2, "”": 2, "ʺ": 2,
    ]

    /// Takes the number that a text begins with.
    private static func number<Text: StringProtocol>(_ rest: inout Text) -> CoordinateToken?
    where Text.SubSequence == Text {
        let sign = rest.first.flatMap { "+-−".contains($0) ? $0 : nil }
        let unsigned = sign == nil ? rest : rest.dropFirst()
        let digits = unsigned.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let value = Double(digits), value.isFinite else { return nil }
        rest = unsigned[digits.endIndex...]
        let isNegative = sign != nil && sign != "+"
        return .number(isNegative ? -value : value, isSigned: sign != nil, hasFraction: digits.contains("."))
    }
}
