/// Parses coordinates as people and programs write them: `41.88,-87.63`, `41.88 -87.63`, `41.88N 87.63W`, `41°52′55″N
/// 87°37′40″W`, `geo:41.88,-87.63`.
package enum CoordinateText {
    /// The result of parsing a text.
    package enum Reading: Hashable, Sendable {
        /// A coordinate.
        case place(Coordinate)
        /// It looks like a coordinate but isn't a valid one; the text says why.
        case fault(String)
        /// Something else, such as a name.
        case other
    }

    /// What an angle measures.
    package enum Axis: Hashable, Sendable {
        case latitude
        case longitude
    }

    /// The supported forms, for messages and help.
    package static let forms =
        "“41.88,-87.63”, “41.88 -87.63”, “41.88N 87.63W”, “41°52′55″N 87°37′40″W”, or “geo:41.88,-87.63”"

    /// Parses a text.
    package static func read(_ text: some StringProtocol) -> Reading {
        if let uri = geoURI(text) { return uri }
        guard let tokens = CoordinateToken.tokens(of: text), looksLikeCoordinate(tokens) else { return .other }
        guard let (first, second) = halves(of: tokens), let one = angle(first), let other = angle(second),
            // A number after 40.7,-74 is a distance rather than minutes of the longitude only.
            isMarked(text) || first.count == second.count
        else {
            return .fault("expected a latitude and a longitude")
        }
        switch (one.axis, other.axis) {
        case (nil, nil), (.latitude, .longitude): return place(one.degrees, other.degrees)
        case (.longitude, .latitude): return place(other.degrees, one.degrees)
        default: return .fault("expected one latitude (N or S) and one longitude (E or W)")
        }
    }

    /// Parses one latitude or longitude with a letter or a degree sign, and the axis that the letter stands for; nil for
    /// anything else.
    package static func angle(_ text: some StringProtocol) -> (degrees: Double, axis: Axis?)? {
        guard isMarked(text), let tokens = CoordinateToken.tokens(of: text), let angle = angle(tokens[...]) else {
            return nil
        }
        return abs(angle.degrees) <= (angle.axis == .latitude ? 90 : 180) ? angle : nil
    }

    /// Whether a text of numbers and marks contains a letter or a degree sign.
    package static func isMarked(_ text: some StringProtocol) -> Bool {
        (CoordinateToken.tokens(of: text) ?? []).contains { token in
            if case .letter = token { true } else { token == .mark(0) }
        }
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> Reading {
        Coordinate(latitude: latitude, longitude: longitude).map(Reading.place)
            ?? .fault("latitudes go from -90 to 90, longitudes from -180 to 180")
    }

    /// Parses `geo:41.88,-87.63`, with or without an altitude and parameters (RFC 5870); nil for any other text.
    private static func geoURI(_ text: some StringProtocol) -> Reading? {
        guard text.prefix(4).lowercased() == "geo:", !text.contains(where: \.isWhitespace) else { return nil }
        let path = text.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
        guard let first = path.first, first.isASCIIDigit || "+-.".contains(first) else { return nil }
        let numbers = path.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.allSatisfy { $0.isASCIIDigit || "+-.".contains($0) } ? Double(part) : nil
        }
        guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
            numbers.allSatisfy({ $0 != nil })
        else { return .fault("expected a latitude and a longitude after geo:") }
        return place(latitude, longitude)
    }

    /// A single integer is not a coordinate but a row number or a word.
    private static func looksLikeCoordinate(_ tokens: [CoordinateToken]) -> Bool {
        var count = 0
        var isExact = false
        for token in tokens {
            switch token {
            case .number(_, _, let hasFraction):
                count += 1
                isExact = isExact || hasFraction
            case .mark(0): isExact = isExact || count > 0
            default: break
            }
        }
        return count > 1 || isExact
    }

    /// The tokens of the latitude and the longitude; nil if there are not two parts.
    private static func halves(
        of tokens: [CoordinateToken]
    ) -> (ArraySlice<CoordinateToken>, ArraySlice<CoordinateToken>)? {
        let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
        let commas = tokens.indices.filter { tokens[$0] == .comma }
        guard commas.count < 2 else { return nil }
        let border: Int
        if letters.count == 2 {
            border = letters[0] == 0 ? letters[1] : letters[0] + 1
        } else if let comma = commas.first, letters.isEmpty {
            border = comma
        } else if letters.isEmpty, let start = secondNumber(of: tokens) {
            border = start
        } else {
            return nil
        }
        return (tokens[..<border].withoutOuterComma, tokens[border...].withoutOuterComma)
    }

    /// The start of the second number, if only whitespace separates two numbers or both are in degrees.
    private static func secondNumber(of tokens: [CoordinateToken]) -> Int? {
        let numbers = tokens.indices.filter { if case .number = tokens[$0] { true } else { false } }
        let inDegrees = numbers.filter { $0 + 1 < tokens.count && tokens[$0 + 1] == .mark(0) }
        if inDegrees.count == 2 { return inDegrees[1] }
        return numbers.count == 2 && tokens.count == 2 ? numbers[1] : nil
    }

    /// Parses degrees, minutes, and seconds, with a letter before or after them; nil for anything else.
    private static func angle(
        _ half: ArraySlice<CoordinateToken>
    ) -> (degrees: Double, axis: Axis?)? {
        var rest = half
        var letter: CoordinateToken.Letter?
        if case .letter(let first)? = rest.first {
            letter = first
            rest.removeFirst()
        } else if case .letter(let last)? = rest.last {
            letter = last
            rest.removeLast()
        }
        var parts: [Double] = []
        var isNegative = false
        var isOver = false
        while let token = rest.popFirst() {
            guard case .number(let value, let isSigned, let hasFraction) = token, !isOver, parts.count < 3 else {
                return nil
            }
            if parts.isEmpty {
                guard letter == nil || !isSigned else { return nil }
                isNegative = value.sign == .minus
            } else {
                guard !isSigned, value < 60 else { return nil }
            }
            if case .mark(let place)? = rest.first {
                guard place == parts.count else { return nil }
                rest.removeFirst()
            }
            parts.append(value.magnitude)
            isOver = hasFraction
        }
        guard !parts.isEmpty else { return nil }
        let degrees = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        return (isNegative || letter?.isNegative == true ? -degrees : degrees, letter?.axis)
    }
}

extension ArraySlice<CoordinateToken> {
    /// The tokens without a comma at their beginning or end.
    fileprivate var withoutOuterComma: Self {
        var tokens = self
        if tokens.first == .comma { tokens.removeFirst() }
        if tokens.last == .comma { tokens.removeLast() }
        return tokens
    }
}

/// A part of a written coordinate.
enum CoordinateToken: Hashable {
    /// A number; whether it has a sign and digits after the point.
    case number(Double, isSigned: Bool, hasFraction: Bool)
    /// A mark for degrees (0), minutes (1), or seconds (2).
    case mark(Int)
    /// A letter for north, south, east, or west.
    case letter(Letter)
    /// A comma.
    case comma

    /// A cardinal direction.
    enum Letter: Character {
        case north = "n"
        case south = "s"
        case east = "e"
        case west = "w"

        var axis: CoordinateText.Axis { self == .north || self == .south ? .latitude : .longitude }
        var isNegative: Bool { self == .south || self == .west }
    }

    private var hasFraction: Bool { if case .number(_, _, true) = self { true } else { false } }

    /// Splits a text into tokens; nil if it contains anything that is not part of a coordinate, or two adjoining
    /// numbers.
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
            // A sign separates numbers with a fraction (41.88-87.63), but not integers (7-11).
            if isSeparated || "+-−".contains(character) && tokens.last?.hasFraction == true,
                let number = number(&rest)
            {
                tokens.append(number)
                isSeparated = false
                continue
            }
            // Two primes are a mark for seconds.
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

    /// Removes the number at the start of a text.
    private static func number<Text: StringProtocol>(_ rest: inout Text) -> CoordinateToken?
    where Text.SubSequence == Text {
        let sign = rest.first.flatMap { "+-−".contains($0) ? $0 : nil }
        let unsigned = sign == nil ? rest : rest.dropFirst()
        let digits = unsigned.prefix { $0.isASCIIDigit || $0 == "." }
        guard let value = Double(digits), value.isFinite else { return nil }
        rest = unsigned[digits.endIndex...]
        let isNegative = sign != nil && sign != "+"
        return .number(isNegative ? -value : value, isSigned: sign != nil, hasFraction: digits.contains("."))
    }
}
