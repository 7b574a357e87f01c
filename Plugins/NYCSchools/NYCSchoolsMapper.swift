import AggSource
import Foundation
import Socrata

/// Makes records of the rows of the directory, joined with the scores.
struct NYCSchoolsMapper {
    /// The scores; nil if they could not be had, so that nothing is said of them.
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

/// The columns of the directory that are kept, in the directory's own names.
enum SchoolColumns {
    /// The columns, most telling first.
    static let all = [
        Column("borough", .text, "The borough: Manhattan, Bronx, Brooklyn, Queens or Staten Island."),
        Column("neighborhood", .text, "The neighborhood."),
        Column("primary_address_line_1", .text, "The street address."),
        Column("city", .text, "The city, as letters are addressed."),
        Column("zip", .text, "The postal code."),
        Column("phone_number", .text, "The telephone number of the school."),
        Column("school_email", .text, "The address for electronic mail."),
        Column("website", .text, "The school's own pages, with their scheme."),
        Column("finalgrades", .text, "The grades the school will have, such as 9-12."),
        Column("total_students", .integer, "How many students the school has.", unit: "students"),
        Column("attendance_rate", .decimal, "The share of days that students attend, from 0 to 1."),
        Column("graduation_rate", .decimal, "The share of students who graduate in four years, from 0 to 1."),
        Column("college_career_rate", .decimal, "The share who go on to college or a career program, from 0 to 1."),
        Column("start_time", .text, "When the day begins."),
        Column("end_time", .text, "When the day ends."),
        Column("subway", .text, "The subway lines and stations nearby."),
        Column("bus", .text, "The bus lines nearby."),
        Column("language_classes", .text, "The languages that are taught."),
        Column("advancedplacement_courses", .text, "The Advanced Placement courses."),
        Column("academicopportunities", .list, "What the school says sets its teaching apart."),
        Column("extracurricular_activities", .text, "What students do beside their classes."),
        Column("school_sports", .text, "The school's own sports, beside those of the league."),
        Column("overview_paragraph", .text, "What the school says of itself."),
    ]

    /// The value of a column in a row of the directory; nil if the row has none.
    static func value(_ column: Column, in row: JSONObject) -> FieldValue? {
        switch (column.name, column.kind) {
        case ("borough", _): borough(of: row).map(FieldValue.text)
        case ("website", _): website(of: row).map(FieldValue.text)
        case (_, .integer): text(row[column.name]).flatMap(Int64.init).map(FieldValue.integer)
        case (_, .decimal): text(row[column.name]).flatMap(share).map(FieldValue.decimal)
        case (_, .list): list(column.name, in: row)
        default: text(row[column.name]).map(FieldValue.text)
        }
    }

    /// A text, repaired and without its padding; nil if it is empty or says that there is none.
    static func text(_ value: JSONValue?) -> String? {
        let raw: String? =
            switch value {
            case .string(let text): text
            case .integer(let number): String(number)
            case .decimal(let number): JSONWriter.shortest(number)
            default: nil
            }
        guard let text = raw.map(TextRepair.repaired), !text.isEmpty, text != "N/A" else { return nil }
        return text
    }

    /// The borough by its name; the directory has it in capitals, padded and cut short, and its letter beside.
    static func borough(of row: JSONObject) -> String? {
        let letters = [
            "M": "Manhattan", "X": "Bronx", "K": "Brooklyn", "Q": "Queens", "R": "Staten Island",
        ]
        if let letter = text(row["boro"]), let name = letters[letter] { return name }
        guard let text = text(row["borough"]) else { return nil }
        let names = letters.values.filter { $0.uppercased().hasPrefix(text.uppercased()) }
        if names.count == 1, let name = names.first { return name }
        return text.split(separator: " ").map { $0.capitalized }.joined(separator: " ")
    }

    /// The address of the school's pages; most have no scheme, and one says two.
    static func website(of row: JSONObject) -> String? {
        guard let word = text(row["website"])?.split(separator: " ").first, word.contains(".") else { return nil }
        let scheme = word.prefix { $0 != ":" }.lowercased()
        return word.contains("://") && ["http", "https"].contains(scheme) ? String(word) : "https://\(word)"
    }

    /// A share, freed of the digits that its way through a 32-bit number has added: 0.970000029 is 0.97.
    private static func share(_ text: String) -> Double? {
        Float(text).flatMap { $0.isFinite ? Double($0.description) : nil }
    }

    private static func list(_ name: String, in row: JSONObject) -> FieldValue? {
        let items = (1...5).compactMap { text(row["\(name)\($0)"]) }
        return items.isEmpty ? nil : .list(items)
    }
}
