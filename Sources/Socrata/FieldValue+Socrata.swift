package import AggSource
import Foundation

extension FieldValue {
    /// Reads a value of a Socrata column; nil if it is missing or has another type.
    ///
    /// Numbers arrive as text: integers are converted exactly; those beyond 64 bits remain text.
    package init?(_ json: JSONValue, as type: SocrataType) {
        switch type {
        case .text, .location: self.init(textOf: json)
        case .number: self.init(numberOf: json)
        case .date: self.init(dateOf: json)
        case .boolean: self.init(booleanOf: json)
        case .point, .other: return nil
        }
    }

    /// Reads a value for a declared column; nil if it is missing or of another kind.
    package init?(_ json: JSONValue, as kind: Column.Kind) {
        switch kind {
        case .text: self.init(textOf: json)
        case .integer: self.init(numberOf: json)
        case .decimal:
            guard let number = Self.text(of: json).flatMap(Double.init), number.isFinite else { return nil }
            self = .decimal(number)
        case .date: self.init(dateOf: json)
        case .boolean: self.init(booleanOf: json)
        case .list: self.init(listOf: json)
        }
    }

    private init?(textOf json: JSONValue) {
        guard let text = Self.text(of: json) else { return nil }
        self = .text(text)
    }

    private init?(numberOf json: JSONValue) {
        guard let text = Self.text(of: json)?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let number = Int64(text) {
            self = .integer(number)
        } else if let number = Double(text), number.isFinite {
            if let whole = Int64(exactly: number), abs(number) < 9_007_199_254_740_992 {
                self = .integer(whole)
            } else {
                self = text.utf8.allSatisfy(\.isASCIIDigit) ? .text(text) : .decimal(number)
            }
        } else {
            return nil
        }
    }

    private init?(dateOf json: JSONValue) {
        guard let date = json.stringValue.flatMap(RecordDate.init(iso8601:)) else { return nil }
        self = .date(date)
    }

    private init?(booleanOf json: JSONValue) {
        switch (json, json.stringValue?.lowercased()) {
        case (.boolean(let flag), _): self = .boolean(flag)
        case (_, "true"): self = .boolean(true)
        case (_, "false"): self = .boolean(false)
        default: return nil
        }
    }

    private init?(listOf json: JSONValue) {
        let items = json.arrayValue?.compactMap(Self.text) ?? Self.text(of: json).map { [$0] } ?? []
        guard !items.isEmpty else { return nil }
        self = .list(items)
    }

    /// The text of a value: the address of an old Location, the URL of a website, or a phone number.
    private static func text(of json: JSONValue) -> String? {
        let text: String? =
            switch json {
            case .string(let text): text
            case .integer(let number): String(number)
            case .decimal(let number): JSONWriter.shortest(number)
            case .number(let text): text
            case .boolean(let flag): flag ? "true" : "false"
            case .object(let object):
                object["url"]?.stringValue ?? object["phone_number"]?.stringValue ?? SocrataPlace(object)?.address
            case .null, .array: nil
            }
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        return text
    }
}

/// A location in Socrata's format.
///
/// A Point is GeoJSON, `{"type": "Point", "coordinates": [longitude, latitude]}`. The older format, Location, is
/// `{"latitude", "longitude", "human_address"}`, usually with numbers as text and the address as JSON within a string.
package struct SocrataPlace: Hashable, Sendable {
    /// The coordinate, if it has one.
    package let coordinate: Coordinate?
    /// The address on one line, such as `1 Main St, Chicago, IL 60601`.
    package let address: String?

    /// Reads a location; nil if the object is not one, or has neither a coordinate nor an address.
    package init?(_ object: JSONObject) {
        if let numbers = object["coordinates"]?.arrayValue {
            guard object["type"]?.stringValue == "Point", numbers.count >= 2 else { return nil }
            coordinate = Self.coordinate(latitude: numbers[1], longitude: numbers[0])
            address = nil
        } else {
            coordinate = Self.coordinate(latitude: object["latitude"], longitude: object["longitude"])
            address = object["human_address"]?.stringValue.flatMap(Self.address)
        }
        guard coordinate != nil || address != nil else { return nil }
    }

    /// A coordinate from two numbers, each a number or a text; nil if malformed.
    package static func coordinate(latitude: JSONValue?, longitude: JSONValue?) -> Coordinate? {
        guard let latitude = degrees(latitude), let longitude = degrees(longitude) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func degrees(_ value: JSONValue?) -> Double? {
        value?.stringValue.flatMap(Double.init) ?? value?.doubleValue
    }

    private static func address(_ text: String) -> String? {
        guard let parts = try? JSONValue(parsing: text) else { return nil }
        let state = ["state", "zip"].compactMap { part(parts[$0]) }.joined(separator: " ")
        let lines = [part(parts["address"]), part(parts["city"]), state.isEmpty ? nil : state].compactMap(\.self)
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }

    private static func part(_ value: JSONValue?) -> String? {
        let words = (value?.stringValue ?? "").split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
