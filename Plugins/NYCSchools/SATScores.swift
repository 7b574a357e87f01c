import AggSource
import Socrata

/// The SAT scores of schools, by school number; a few hundred at most.
struct SATScores {
    /// The numbers, under the data set's own names.
    private static let numbers = [
        number("num_of_sat_test_takers", "The number of students who took the SAT in 2012."),
        number("sat_critical_reading_avg_score", "The average score in the reading section, from 200 to 800."),
        number("sat_math_avg_score", "The average score in the mathematics section, from 200 to 800."),
        number("sat_writing_avg_score", "The average score in the writing section, from 200 to 800."),
    ]
    /// The columns: the numbers, and why some are missing.
    static let columns =
        numbers + [
            MappedColumn(
                "sat_note", "Why scores are missing: “suppressed” (too few students took the test) or “not reported”.",
                note)
        ]

    private static func number(_ name: String, _ summary: String) -> MappedColumn<JSONObject> {
        MappedColumn(name, summary) { SchoolColumns.text($0[name]).flatMap { Int64($0) } }
    }

    private var rows: [String: [Record.Field]] = [:]

    /// Adds a row.
    ///
    /// - Throws: A fault if it is not an object or has no school number.
    mutating func add(_ item: JSONValue) throws(MappingFault) {
        guard let row = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let school = SchoolColumns.text(row["dbn"]) else { throw MappingFault("has no dbn") }
        rows[school] = Self.columns.fields(of: row)
    }

    /// The scores of a school, and why some are missing.
    func fields(of school: String) -> [Record.Field] {
        rows[school] ?? Self.columns.fields(of: [:])
    }

    /// Whether nothing is known about a school's scores, not even why they are missing.
    static func areUnknown(of record: Record) -> Bool {
        record["sat_note"] == nil && numbers.contains { record[$0.column.name] == nil }
    }

    /// The distinct reasons, two at most; nil if no number is missing.
    private static func note(_ row: JSONObject) -> String? {
        let reasons = numbers.filter { $0.field(of: row) == nil }.map {
            reason(SchoolColumns.text(row[$0.column.name]))
        }
        guard let first = reasons.first else { return nil }
        let others = reasons.filter { $0 != first }.prefix(1)
        return ([first] + others).joined(separator: ", ")
    }

    /// Why a number is missing; the portal writes `s` for a suppressed one.
    private static func reason(_ marker: String?) -> String {
        switch marker {
        case nil: "not reported"
        case "s": "suppressed"
        case let other?: other
        }
    }
}

/// Reads scores from the portal.
struct SATScoresReader {
    let endpoint: NYCSchoolsEndpoint
    let services: SourceServices

    /// The scores of all schools, or of the school with the given number.
    func scores(of school: String? = nil) async throws(SourceError) -> SATScores {
        var scores = SATScores()
        var paging = endpoint.paging
        var stream = JSONRecordStream(of: "scores", into: DiscardingSink())
        while !paging.isAtEnd {
            if Task.isCancelled { throw .cancelled }
            let answer = try await services.send(
                endpoint.scores(paging.page, of: school, environment: services.environment))
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
            let before = stream.count
            try await stream.read(answer.body) { item throws(MappingFault) in
                paging.meet(item)
                try scores.add(item)
                return Record(key: "", title: "")
            }
            paging.advance(rows: stream.count - before)
        }
        if let fault = paging.fault { throw .invalidData("(\(fault))") }
        if stream.count > 0, stream.skipped.count == stream.count {
            throw .invalidData("in every item: \(stream.skipped.text)")
        }
        return scores
    }
}
