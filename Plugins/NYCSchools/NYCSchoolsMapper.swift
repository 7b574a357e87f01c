import AggSource
import Foundation
import Socrata

/// Turns the rows of the directory into records, joined with the scores.
struct NYCSchoolsMapper {
    /// The scores; nil if they are unavailable, so that records do not mention them.
    let scores: SATScores?

    /// Creates the record for a school.
    ///
    /// - Throws: A fault if the row is not an object, or has no number or name.
    func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let number = SchoolColumns.text(row["dbn"]) else { throw MappingFault("has no dbn") }
        guard let name = SchoolColumns.text(row["school_name"]) else { throw MappingFault("has no school_name") }
        let place = [SchoolColumns.borough(of: row), SchoolColumns.text(row["neighborhood"])].compactMap(\.self)
        return Record(
            key: number,
            title: name,
            subtitle: place.isEmpty ? nil : place.joined(separator: ", "),
            coordinate: Self.coordinate(of: row),
            url: SchoolColumns.website(of: row),
            fields: SchoolColumns.all.fields(of: row) + (scores?.fields(of: number) ?? []),
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

/// The columns kept from the directory, under the directory's own names.
enum SchoolColumns {
    /// The columns, most informative first.
    static let all: [MappedColumn<JSONObject>] = [
        MappedColumn("borough", "The borough: Manhattan, Bronx, Brooklyn, Queens, or Staten Island.") {
            borough(of: $0)
        },
        text("neighborhood", "The neighborhood."),
        text("primary_address_line_1", "The street address."),
        text("city", "The city in the mailing address."),
        text("zip", "The ZIP code."),
        text("phone_number", "The phone number."),
        text("school_email", "The email address."),
        MappedColumn("website", "The URL of the school's website.") { website(of: $0) },
        text("finalgrades", "The grades that the school will eventually serve, such as 9-12."),
        integer("total_students", "The total enrollment.", unit: "students"),
        share("attendance_rate", "The share of days that students attend, from 0 to 1."),
        share("graduation_rate", "The share of students who graduate in four years, from 0 to 1."),
        share("college_career_rate", "The share of students who go on to college or a career program, from 0 to 1."),
        text("start_time", "When the school day begins."),
        text("end_time", "When the school day ends."),
        text("subway", "The subway lines and stations nearby."),
        text("bus", "The bus lines nearby."),
        text("language_classes", "The languages taught."),
        text("advancedplacement_courses", "The Advanced Placement courses."),
        list("academicopportunities", "The school's special academic programs, in its own words."),
        text("extracurricular_activities", "The extracurricular activities."),
        text("school_sports", "The school's own sports, in addition to league sports."),
        text("overview_paragraph", "The school's description of itself."),
    ]

    private static func text(_ name: String, _ summary: String) -> MappedColumn<JSONObject> {
        MappedColumn(name, summary) { text($0[name]) }
    }

    private static func integer(_ name: String, _ summary: String, unit: String) -> MappedColumn<JSONObject> {
        MappedColumn(name, summary, unit: unit) { text($0[name]).flatMap { Int64($0) } }
    }

    /// A share, without the extra digits of a 32-bit floating-point number: 0.970000029 is 0.97.
    private static func share(_ name: String, _ summary: String) -> MappedColumn<JSONObject> {
        MappedColumn(name, summary) { row in
            text(row[name]).flatMap { Float($0) }.flatMap { $0.isFinite ? Double($0.description) : nil }
        }
    }

    /// Up to five texts from separate columns, such as `academicopportunities1`.
    private static func list(_ name: String, _ summary: String) -> MappedColumn<JSONObject> {
        MappedColumn(name, summary) { row in
            let items = (1...5).compactMap { text(row["\(name)\($0)"]) }
            return items.isEmpty ? nil : items
        }
    }

    /// A text, repaired and without padding; nil if it is empty or a placeholder.
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

    /// The name of the borough, which the directory has in capitals, padded and truncated, next to its letter.
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

    /// The URL of the school's website; most have no scheme, and one has two.
    static func website(of row: JSONObject) -> String? {
        guard let word = text(row["website"])?.split(separator: " ").first, word.contains(".") else { return nil }
        let scheme = word.prefix { $0 != ":" }.lowercased()
        return word.contains("://") && ["http", "https"].contains(scheme) ? String(word) : "https://\(word)"
    }
}
