import Foundation

@testable import AggCommands
@testable import AggCore
@testable import AggSearch
@testable import AggSource
@testable import AggStorage

/// Answers to render, with parts chosen by each test.
enum Answers {
    static let now = Date(timeIntervalSince1970: 1_795_168_800)  // 2026-11-20T10:00:00Z

    static func status(
        _ id: String = "towns", origin: Origin? = .remote, records: Int = 209_557, favorites: Int = 1,
        age: Double? = 12, isStale: Bool = false, reason: String? = nil, notes: [String] = [], isServed: Bool = true
    ) -> SourceStatus {
        SourceStatus(
            id: SourceID(id) ?? .stub, kind: "stub", phase: isServed ? .loaded : .error, origin: origin,
            records: records, favorites: favorites, fetchedAt: age.map { now.addingTimeInterval(-$0) },
            age: age.map { .seconds(clamping: $0) }, isStale: isStale, reason: reason, notes: notes,
            nextRefresh: age.map { now.addingTimeInterval(86_400 - $0) }, isServed: isServed)
    }

    static func row(
        _ address: String, _ record: Record, tier: MatchTier? = .titlePrefix, isFavorite: Bool = false,
        absence: RecordsAnswer.Absence? = nil
    ) -> RecordsAnswer.Row {
        RecordsAnswer.Row(
            address: RecordAddress(address) ?? RecordAddress(source: .stub, key: "?"), record: record, tier: tier,
            isFavorite: isFavorite, absence: absence)
    }

    static let london = row(
        "towns:1",
        Record(
            key: "1", title: "London", subtitle: "United Kingdom",
            coordinate: Coordinate(latitude: 51.50853, longitude: -0.12574),
            fields: [.init("country", .text("GB")), .init("height", .integer(11))]),
        isFavorite: true)

    static let tokyo = row(
        "towns:2",
        Record(
            key: "2", title: "東京", subtitle: "Japan, \"capital\"", date: RecordDate(iso8601: "2024-03-05T14:00:00Z"),
            url: "https://example.org/東京?a=1&b=2", fields: [.init("tags", .list(["big", "old"]))]),
        tier: .anywhere)

    static let hostile = row(
        "towns:x|\u{1B}[2J",
        Record(key: "x|\u{1B}[2J", title: "a\u{1B}[31m|b\tc\nd\\e,f<b>\u{202E}\u{9B}1m", subtitle: "\"q\""))

    /// The output of a search, with nothing that changes from run to run.
    static func output(
        _ rows: [RecordsAnswer.Row] = [london, tokyo], statuses: [SourceStatus] = [status()], matched: Int? = 312,
        isTruncated: Bool = false, more: String? = "search lon --limit 100"
    ) -> CommandOutput {
        let sources = statuses.map { RecordsAnswer.Source(status: $0, matched: matched) }
        var output = CommandOutput(
            RecordsReport(
                RecordsAnswer(rows: rows, isTruncated: isTruncated, sources: sources), query: "lon", more: more))
        output.command = "search"
        output.elapsed = .microseconds(412)
        return output
    }

    static func outcomes() -> CommandOutput {
        var updated = RefreshOutcome(
            source: .stub, loaded: .failure(.cancelled), elapsed: .milliseconds(1_234))
        updated.result = .updated
        updated.error = nil
        updated.change.added = 1_200
        updated.change.changed = 3
        updated.change.removed = 40
        updated.change.bytes = 1_536
        updated.change.duplicates = 2
        updated.change.written = 1_245
        updated.change.skipped.add(item: 12, reason: "has no name")
        var failed = RefreshOutcome(
            source: SourceID("peaks") ?? .stub, loaded: .failure(.http(status: 503)), elapsed: .milliseconds(20))
        failed.result = .stale
        var output = CommandOutput(
            RefreshReport([updated, failed], [status(), status("peaks", isStale: true, reason: "HTTP 503")]))
        output.command = "refresh"
        output.elapsed = .seconds(2)
        return output
    }

    static var sources: CommandOutput {
        var output = CommandOutput(
            SourcesReport([
                status(), status("peaks", origin: .starter, records: 5, favorites: 0, age: nil, reason: "HTTP 503"),
                status(
                    "lakes", records: 7, favorites: 0, age: 172_800, isStale: true, reason: "past 24 h",
                    notes: ["3 items cut"]),
                status(
                    "none", origin: nil, records: 0, favorites: 0, age: nil, reason: "nothing is stored",
                    isServed: false),
            ]))
        output.command = "sources"
        return output
    }

    /// The rendered text of an output, with times in UTC.
    static func text(_ output: CommandOutput, _ format: OutputFormat, width: Int? = nil, color: Bool = false) -> String
    {
        var presentation = Presentation(format: format, width: width, usesColor: color)
        presentation.chosenZone = .gmt
        return Renderer.render(output, presentation)
    }
}
