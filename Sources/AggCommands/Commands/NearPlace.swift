import AggCore
import AggSearch
import AggSource

/// Checks a radius that is given by its name, as in the API, rather than among the words of a query.
package enum NamedRadius {
    /// Returns why a text is not a distance; nil if it looks like one or is blank.
    package static func fault(of text: String) -> String? {
        guard text.contains(where: { !$0.isWhitespace }), DistanceText.read(text) == .other else { return nil }
        return "\(Quoted.text(text)) is not a distance; use a form such as \(DistanceText.forms)"
    }
}

/// The meaning of the words after `near`: a place, a radius, and a query.
struct NearPlace {
    /// The place.
    var center: Coordinate
    /// The radius in kilometers.
    var radius: Double
    /// Notes on the place and the radius.
    var notes: [String]
    /// The words of the query.
    var words: [Word]
    /// The record that gives the place; nil if it is given by name or by coordinates.
    var record: RecordAddress?

    /// The maximum number of words in a coordinate: `41 52 55 N 87 37 40 W`.
    private static let longestCoordinate = 8

    /// Parses the words.
    ///
    /// - Throws: A usage error for something that looks like a coordinate or distance but is invalid, and a failure if
    ///   no place has the name.
    static func read(
        _ words: [Word], in context: CommandContext, for declaration: CommandDeclaration
    ) async throws -> NearPlace {
        let words = plain(words)
        if let (center, count) = try coordinate(words, declaration) {
            let (radius, rest) = try radius(words.dropFirst(count), declaration)
            let name = words.prefix(count).map(\.text).joined(separator: " ")
            return NearPlace(center, name, radius, rest)
        }
        let first = words[0]
        guard first.text.contains(where: { !$0.isWhitespace }) else {
            throw CommandError.usage("the place is blank", help: declaration)
        }
        if Int(first.text) != nil || RecordAddress(first.text) != nil {
            let address = try context.address(first, for: declaration)
            guard let row = try await context.record(at: address).rows.first, let center = row.record.coordinate else {
                throw CommandError(
                    code: "no_place", message: "record \(address) has no coordinates", source: address.source)
            }
            let (radius, rest) = try radius(words.dropFirst(), declaration)
            var place = NearPlace(center, NamedPlace.name(row), radius, rest)
            place.record = address
            return place
        }
        let named = try await NamedPlace.find(words, in: context, for: declaration)
        let (radius, rest) = try radius(words.dropFirst(named.count), declaration)
        var place = NearPlace(named.center, named.name, radius, rest)
        if let others = named.others(radius: radius.typed, context.typedLine) { place.notes.append(others) }
        return place
    }

    /// Removes parentheses around a coordinate, and splits off a distance after its second comma, as in `near:`.
    private static func plain(_ words: [Word]) -> [Word] {
        guard let first = words.first, !first.isQuoted else { return words }
        let parts = first.text.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count == 3, case .kilometers = DistanceText.read(parts[2]) {
            return [Word(parts[..<2].joined(separator: ",")), Word(String(parts[2]))] + words.dropFirst()
        }
        guard first.text.first == "(", let end = words.firstIndex(where: { $0.text.last == ")" }) else { return words }
        var words = words
        words[end] = Word(String(words[end].text.dropLast()))
        words[0] = Word(String(words[0].text.dropFirst()))
        words.removeAll { $0.text.isEmpty && !$0.isQuoted }
        return words.isEmpty ? [first] : words
    }

    private init(_ center: Coordinate, _ name: String, _ radius: Radius, _ words: [Word]) {
        self.center = center
        self.radius = radius.kilometers
        self.words = words
        notes = ["within \(radius.typed) of \(name)"]
    }

    /// The coordinate at the start of the words and its number of words; nil if there is none.
    private static func coordinate(
        _ words: [Word], _ declaration: CommandDeclaration
    ) throws -> (Coordinate, Int)? {
        let longest = words[0].isQuoted ? 1 : words.prefix(longestCoordinate).prefix { !$0.isQuoted }.count
        var fault: (text: String, reason: String)?
        for count in (1...longest).reversed() {
            let text = words.prefix(count).map(\.text).joined(separator: " ")
            switch CoordinateText.read(text) {
            case .place(let center):
                if count == 2, isRowAndRadius(words) { return nil }
                return (center, count)
            case .fault(let reason): fault = fault ?? (text, reason)
            case .other: break
            }
        }
        guard let fault else { return nil }
        throw usage("“\(fault.text)” is not a place: \(fault.reason)", declaration)
    }

    /// Whether the first two words are a row number and a distance in kilometers: `near 3 5`.
    private static func isRowAndRadius(_ words: [Word]) -> Bool {
        guard let row = Int(words[0].text), row > 0, let radius = Int(words[1].text), radius > 0 else { return false }
        if words.count > 2, case .kilometers = DistanceText.read(words[2].text) { return false }
        return words.count < 4 || !DistanceText.isUnit(words[3].text)
    }

    /// A distance and its text.
    struct Radius {
        /// The distance.
        var kilometers = Circle.usualRadius
        /// The text as typed, with its unit.
        var typed = "10km"
    }

    /// The distance among the words, or the default, and the other words.
    ///
    /// At the start, a number without a unit is a distance, too, and a malformed distance is an error; after that,
    /// everything except a distance with a unit is part of the query.
    private static func radius(
        _ words: ArraySlice<Word>, _ declaration: CommandDeclaration
    ) throws -> (Radius, [Word]) {
        if let (radius, count) = try distance(words, declaration) {
            let rest = words.dropFirst(count)
            if let again = rest.first, let second = distanceWithUnit(rest), !again.isQuoted {
                throw usage("unexpected “\(second.0.typed)”: “near” takes only one distance", declaration)
            }
            return (radius, Array(rest))
        }
        for place in words.indices {
            guard let (radius, count) = distanceWithUnit(words[place...]) else { continue }
            var before = words[..<place]
            if before.last?.text.lowercased() == "within", before.last?.isQuoted == false { before.removeLast() }
            return (radius, Array(before) + words[place...].dropFirst(count))
        }
        return (Radius(), Array(words))
    }

    /// The distance with a unit at the start of the words, and its number of words.
    private static func distanceWithUnit(_ words: ArraySlice<Word>) -> (Radius, Int)? {
        guard let (text, count) = distanceText(words), case .kilometers(let kilometers) = DistanceText.read(text),
            text.last?.isLetter == true, words.first?.isQuoted == false
        else { return nil }
        return (Radius(kilometers: kilometers, typed: text), count)
    }

    /// The text at the start of the words that may be a distance, whose unit can be a separate word.
    private static func distanceText(_ words: ArraySlice<Word>) -> (text: String, count: Int)? {
        guard let first = words.first else { return nil }
        var (text, count) = (first.text, 1)
        if let unit = words.dropFirst().first, !first.isQuoted, !unit.isQuoted, DistanceText.isUnit(unit.text),
            first.text.last.map({ $0.isNumber || $0 == "." }) == true
        {
            (text, count) = (first.text + " " + unit.text, 2)
        }
        if text.hasSuffix("."), text.dropLast().last?.isLetter == true { text.removeLast() }
        return (text, count)
    }

    /// The distance at the start of the words, and its number of words.
    static func distance(
        _ words: ArraySlice<Word>, _ declaration: CommandDeclaration
    ) throws -> (Radius, Int)? {
        guard let first = words.first, let (text, count) = distanceText(words) else { return nil }
        switch DistanceText.read(text) {
        case .kilometers(let kilometers):
            let typed = text.last?.isLetter == true ? text : text + " km"
            return (Radius(kilometers: kilometers, typed: typed), count)
        case .fault(let reason): throw usage("“\(text)” is not a distance: \(reason)", declaration)
        case .other: break
        }
        if text.first?.isNumber == true, text.contains(/[0-9](km|mi|m|ft)$/) {
            throw usage("“\(text)” is not a distance", declaration)
        }
        // Another coordinate, or half of one, cannot be part of a query.
        guard first.isQuoted || CoordinateText.read(first.text) == .other else {
            throw usage("“\(text)” is neither a distance nor part of a place", declaration)
        }
        return nil
    }

    /// A usage error that lists the supported forms.
    static func usage(_ message: String, _ declaration: CommandDeclaration) -> CommandError {
        .usage(
            "\(message); write a place as \(CoordinateText.forms), and a distance as \(DistanceText.forms)",
            help: declaration)
    }
}
