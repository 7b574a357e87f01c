import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB

/// The SQL functions that conditions use.
enum SearchFunctions {
    static let all = [fieldIs, textNumber, textOrder, fieldNumber, fieldOrder, distance, isWritten, titleIsWritten]

    /// `field_is(fields, column, folded)`: whether the folded value of a column equals a text.
    private static let fieldIs = DatabaseFunction("field_is", argumentCount: 3, pure: true) { values in
        guard let column = String.fromDatabaseValue(values[1]), let wanted = String.fromDatabaseValue(values[2]),
            let text = String.fromDatabaseValue(values[0]), let json = try? JSONValue(parsing: text)
        else { return false }
        let fields = try FieldsJSON.fields(json)
        return ValueTest.equals(wanted).isMet(by: fields.first { $0.name == column }?.value)
    }

    /// `text_number(text)`: the number in a text; NULL if it is not a number.
    private static let textNumber = DatabaseFunction("text_number", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap(FieldValue.number(writtenAs:))
    }

    /// `field_number(json)`: the number of a stored field; NULL if it is not a number.
    private static let fieldNumber = DatabaseFunction("field_number", argumentCount: 1, pure: true) { values in
        try field(values[0])?.number
    }

    /// `text_order(text)`: the key that orders a text, as bytes, since it contains a NUL.
    private static let textOrder = DatabaseFunction("text_order", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { Data(RecordOrder.key(of: $0).utf8) }
    }

    /// `field_order(json)`: the key that orders the text of a stored field; NULL if it is a number.
    private static let fieldOrder = DatabaseFunction("field_order", argumentCount: 1, pure: true) { values in
        guard let field = try field(values[0]), field.number == nil else { return nil }
        return Data(RecordOrder.key(of: field.text).utf8)
    }

    private static func field(_ json: DatabaseValue) throws -> FieldValue? {
        try String.fromDatabaseValue(json).map { try FieldsJSON.value(JSONValue(parsing: $0)) }
    }

    /// `is_written(text, is_open, title, subtitle, fields, keywords, titles)`: `RecordCondition.written` for a row.
    private static let isWritten = DatabaseFunction("is_written", argumentCount: 7, pure: true) { values in
        let texts = values[2...].map(String.fromDatabaseValue)
        // Most rows are decided by a quick check; FieldsJSON does not escape letters.
        guard let text = String.fromDatabaseValue(values[0]), let title = texts[0],
            texts.contains(where: { $0.map(mayHaveAccents) ?? false }) || !WrittenWords.isAccented(text)
        else { return false }
        let record = Record(
            key: "", title: title, alternativeTitles: try list(texts[4]), subtitle: texts[1],
            fields: try texts[2].map { try FieldsJSON.fields(JSONValue(parsing: $0)) } ?? [],
            keywords: try list(texts[3]))
        return WrittenWords.have(text, isOpen: values[1] == 1.databaseValue, in: record)
    }

    /// `title_is_written(text, is_open, title)`: whether a title starts with a text, including accents.
    private static let titleIsWritten = DatabaseFunction("title_is_written", argumentCount: 3, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let title = String.fromDatabaseValue(values[2]) else {
            return false
        }
        return WrittenWords.title(title, beginsWith: text, isOpen: values[1] == 1.databaseValue)
    }

    private static func list(_ json: String?) throws -> [String] {
        try json.map { try FieldsJSON.texts(JSONValue(parsing: $0)) } ?? []
    }

    /// Whether a text may contain an accented letter.
    private static func mayHaveAccents(_ text: String) -> Bool {
        text.utf8.contains { $0 >= 0x80 }
    }

    /// `distance(latitude, longitude, latitude, longitude)`: kilometers between two locations, NULL if either is
    /// invalid.
    private static let distance = DatabaseFunction("distance", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap(Double.fromDatabaseValue)
        guard numbers.count == 4, let first = Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let second = Coordinate(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return first.distance(to: second)
    }
}
