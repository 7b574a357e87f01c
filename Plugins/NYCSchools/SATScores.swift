import AggCore

/// The SAT scores of schools, by the schools' numbers; a few hundred at most.
struct SATScores {
    /// The columns of scores; text, since a score may be suppressed.
    static let columns = [
        Column("num_of_sat_test_takers", .text, "How many students took the SAT in 2012\(reservation)"),
        Column("sat_critical_reading_avg_score", .text, "The average score in reading, from 200 to 800\(reservation)"),
        Column("sat_math_avg_score", .text, "The average score in mathematics, from 200 to 800\(reservation)"),
        Column("sat_writing_avg_score", .text, "The average score in writing, from 200 to 800\(reservation)"),
    ]

    private static let reservation = "; suppressed where few took it, not reported where nothing is known."
    private var rows: [String: [Record.Field]] = [:]

    /// Takes in a row; `s` is what the portal writes for a score that is suppressed.
    ///
    /// - Throws: A fault when it is no object or has no number of a school.
    mutating func add(_ item: JSONValue) throws(MappingFault) {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let school = SchoolColumns.text(row["dbn"]) else { throw MappingFault("has no dbn") }
        rows[school] = Self.columns.map { column in
            let text = SchoolColumns.text(row[column.name])
            return Record.Field(column.name, .text(text.map { $0 == "s" ? "suppressed" : $0 } ?? "not reported"))
        }
    }

    /// The scores of a school; "not reported" where it has no row.
    func fields(of school: String) -> [Record.Field] {
        rows[school] ?? Self.columns.map { Record.Field($0.name, .text("not reported")) }
    }
}
