package import AggSource
import Foundation

extension FieldValue {
    /// Reads a value of a column of Socrata; nil when it has none or it is not of the type.
    ///
    /// Numbers come as text: whole ones become integers, exactly; those beyond 64 bits stay text.
    package init?(_ json: JSONValue, as type: SocrataType) {
        switch type {
        case .text, .location: self.init(textOf: json)
        case .number: self.init(numberOf: json)
        case .date: self.init(dateOf: json)
        case .boolean: self.init(booleanOf: json)
        case .point, .other: return nil
        }
    }

    /// Reads a value for a declared column; nil when it has none or it is not of the kind.
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
                self = text.utf8.allSatisfy({ (48...57).contains($0) }) ? .text(text) : .decimal(number)
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

    /// The text of a value: of an old Location its address, of a website its address, of a phone its number.
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
