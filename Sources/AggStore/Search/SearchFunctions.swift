import AggCore
import GRDB

/// The functions of a connection that conditions call.
enum SearchFunctions {
    static let all = [fieldIs, distance]

    /// `field_is(fields, column, folded)`: whether the value of a column, folded, is a text.
    private static let fieldIs = DatabaseFunction("field_is", argumentCount: 3, pure: true) { values in
        guard let column = String.fromDatabaseValue(values[1]), let wanted = String.fromDatabaseValue(values[2]),
            let text = String.fromDatabaseValue(values[0]), let json = try? JSONValue(parsing: text)
        else { return false }
        let fields = try FieldsJSON.fields(json)
        return ValueTest.equals(wanted).isMet(by: fields.first { $0.name == column }?.value)
    }

    /// `distance(latitude, longitude, latitude, longitude)`: kilometres between two places, NULL where one is none.
    private static let distance = DatabaseFunction("distance", argumentCount: 4, pure: true) { values in
        let numbers = values.compactMap(Double.fromDatabaseValue)
        guard numbers.count == 4, let first = Coordinate(latitude: numbers[0], longitude: numbers[1]),
            let second = Coordinate(latitude: numbers[2], longitude: numbers[3])
        else { return nil }
        return first.distance(to: second)
    }
}
