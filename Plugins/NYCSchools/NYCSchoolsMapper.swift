import AggSource
import Socrata

/// Makes records of the rows of the directory, joined with the scores.
struct NYCSchoolsMapper {
    /// The scores; nil where they could not be had, so that nothing is said of them.
    let scores: SATScores?

    /// Makes the record of a school.
    ///
    /// - Throws: A fault when the row is no object, or has no number or no name.
    func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let number = SchoolColumns.text(row["dbn"]) else { throw MappingFault("has no dbn") }
        guard let name = SchoolColumns.text(row["school_name"]) else { throw MappingFault("has no school_name") }
        let place = [SchoolColumns.borough(of: row), SchoolColumns.text(row["neighborhood"])].compactMap(\.self)
        let fields = SchoolColumns.all.compactMap { column in
            SchoolColumns.value(column, in: row).map { Record.Field(column.name, $0) }
        }
        return Record(
            key: number,
            title: name,
            subtitle: place.isEmpty ? nil : place.joined(separator: ", "),
            coordinate: Self.coordinate(of: row),
            url: SchoolColumns.website(of: row),
            fields: fields + (scores?.fields(of: number) ?? []),
            keywords: [number])
    }

    /// The coordinate, from its own columns or from the end of `location`: "… NY 10003 (40.736526, -73.992727)".
    private static func coordinate(of row: JSONObject) -> Coordinate? {
        if let place = SocrataPlace.coordinate(latitude: row["latitude"], longitude: row["longitude"]) { return place }
        guard let location = row["location"]?.stringValue, let open = location.lastIndex(of: "(") else { return nil }
        let numbers = location[open...].dropFirst().prefix { $0 != ")" }.split(separator: ",").map {
            JSONValue.string(String($0.drop { $0 == " " }))
        }
        return numbers.count == 2 ? SocrataPlace.coordinate(latitude: numbers[0], longitude: numbers[1]) : nil
    }
}
