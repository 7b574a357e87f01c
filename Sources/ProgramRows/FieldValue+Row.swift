package import AggSource
import Foundation

extension FieldValue {
    /// Reads a value of a column's type; nil if it is empty or of another type.
    ///
    /// An integer column may hold decimals.
    package init?(_ json: JSONValue, as kind: Column.Kind) {
        switch kind {
        case .text: self.init(textOf: json)
        case .list:
            let items = (json.arrayValue ?? [json]).compactMap { FieldValue(textOf: $0)?.text }
            guard !items.isEmpty else { return nil }
            self = .list(items)
        case .integer:
            guard let text = FieldValue(textOf: json)?.text else { return nil }
            guard let number = json.intValue.map(Int64.init) ?? Int64(text) else {
                self.init(json, as: .decimal)
                return
            }
            self = .integer(number)
        case .decimal:
            guard let text = FieldValue(textOf: json)?.text, let number = FieldValue(decimal: text) else { return nil }
            self = number
        case .boolean:
            guard let flag = json.boolValue ?? json.stringValue.flatMap({ Bool($0.lowercased()) }) else { return nil }
            self = .boolean(flag)
        case .date:
            guard let date = RecordDate(json) else { return nil }
            self = .date(date)
        }
    }

    /// Creates a text, or the JSON text of a list or an object; nil for null and blank text.
    package init?(textOf json: JSONValue) {
        switch json {
        case .null: return nil
        case .string(let text):
            guard !text.allSatisfy(\.isWhitespace) else { return nil }
            self = .text(text)
        default: self = .text(json.text)
        }
    }
}

extension RecordDate {
    /// Creates a date from an ISO 8601 text, or from seconds or milliseconds since 1970; nil for anything else.
    ///
    /// A number below 10,000 is a year rather than a time.
    package init?(_ json: JSONValue) {
        if let text = json.stringValue {
            self.init(iso8601: text)
        } else if let number = json.doubleValue, !(0..<10_000).contains(number) {
            self.init(instant: Date(timeIntervalSince1970: abs(number) > 1e11 ? number / 1_000 : number))
        } else {
            return nil
        }
    }
}
