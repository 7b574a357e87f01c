import AggSource
import Foundation
import Testing

@testable import TableSource

/// What a person sees of a table without giving any setting: the roles of its columns, and its first record.
struct FirstSight: Sendable, CustomTestStringConvertible {
    /// The shape of the table, in a few words.
    let testDescription: String
    let text: String
    /// The roles, as `source add` shows them.
    let roles: String
    /// The first record: key, title, subtitle, date, and coordinates; a dash for what is missing.
    let record: String
    /// The columns with their types; nil if they are not the point.
    var columns: String?
    /// A part of the assumptions; nil if there must be none.
    var note: String?

    init(
        _ testDescription: String, _ lines: [String], roles: String, record: String, columns: String? = nil,
        note: String? = nil
    ) {
        self.testDescription = testDescription
        text = lines.joined(separator: "\n") + "\n"
        (self.roles, self.record, self.columns, self.note) = (roles, record, columns, note)
    }
}

struct FirstSightTests {
    @Test(
        arguments: FirstSight.records + FirstSight.places + FirstSight.exports + FirstSight.documents
            + FirstSight.layouts + FirstSight.widths + FirstSight.groups + FirstSight.pairs + FirstSight.pairedKeys
            + FirstSight.preambles + FirstSight.services)
    func `understands a table at first sight`(sight: FirstSight) async throws {
        let found = try await finding(in: sight.text)
        let (records, summary) = try await fetched(sight.text)
        #expect(summary.notes.first == "detected: " + sight.roles)
        let record = try Self.line(#require(records.first))
        #expect(record == sight.record)
        if let columns = sight.columns { #expect(found.settings.values["columns"] == columns) }
        let notes = found.assumptions.joined(separator: "\n")
        #expect(sight.note.map(notes.contains) ?? notes.isEmpty, "\(notes)")
    }

    private static func line(_ record: Record) -> String {
        let place = record.coordinate.map { place in
            [place.latitude, place.longitude].map { String(format: "%.4f", $0) }.joined(separator: ",")
        }
        return [record.key, record.title, record.subtitle ?? "-", record.date?.text ?? "-", place ?? "-"]
            .joined(separator: " | ")
    }
}
