import AggSearch
import AggSource
import AggStorage
import Foundation

/// The record type of this project; GRDB has a class of the same name.
typealias Record = AggSource.Record

/// The current time in tests, in whole seconds.
let noon = Date(timeIntervalSince1970: 1_795_000_000)

extension SourceID {
    static func named(_ text: String) -> SourceID {
        guard let id = SourceID(text) else { preconditionFailure("\(text) is no source id") }
        return id
    }

    static let cities = SourceID.named("cities")
    static let news = SourceID.named("news")
}

extension Record {
    /// Returns a record with its title as the key.
    static func titled(_ title: String, prominence: Int = 0) -> Record {
        Record(key: title, title: title, prominence: prominence)
    }

    /// A record with every part set.
    static var complete: Record {
        Record(
            key: "full:1", title: "São Tomé\u{0}\u{7}", alternativeTitles: ["Sankt Thomas", "", "\u{0}\"é"],
            subtitle: "a \"quoted\" line\nand one more \\",
            date: RecordDate(iso8601: "2024-03-05T14:00:00Z"),
            coordinate: Coordinate(latitude: 0.33654, longitude: -6.72732), url: "https://example.org/?a=1&b=2",
            prominence: 5,
            fields: [
                .init("text", .text("{\"no\": \"json\"}")), .init("empty", .text("")), .init("day", .date(day)),
                .init("integer", .integer(.min)), .init("whole", .decimal(28)),
                .init("small", .decimal(.leastNonzeroMagnitude)),
                .init("great", .decimal(1e300)), .init("infinite", .decimal(-.infinity)), .init("yes", .boolean(true)),
                .init("no", .boolean(false)), .init("list", .list(["a", "", "c, d"])), .init("none", .list([])),
                .init("day", .text("2024-03-05")), .init("long", .text(String(repeating: "né ", count: 3_400))),
            ],
            keywords: ["island", "\u{1F3DD}"])
    }

    private static var day: RecordDate {
        RecordDate(iso8601: "2024-03-05") ?? RecordDate(canonical: "")
    }
}

extension RecordStore {
    /// Stages and commits records in one go.
    @discardableResult
    func fill(
        _ source: SourceID = .cities, with records: [Record],
        _ commit: RefreshCommit = RefreshCommit(origin: .remote, fetchedAt: noon)
    ) async throws -> CommitOutcome {
        let staging = try await stage(source)
        _ = try await staging.write(records)
        return try await staging.commit(commit)
    }

    /// Returns the results of a search of one source.
    func matches(
        _ text: String, in source: SourceID = .cities, where condition: RecordCondition = .always,
        favorites: [String] = [],
        limit: Int = 50
    ) async throws -> SourceMatches {
        let addresses = favorites.map { RecordAddress(source: source, key: $0) }
        let search = RecordSearch(
            text: SearchText(text), sources: [source: condition], favorites: Set(addresses), limit: limit)
        return try await self.search(search)[source] ?? SourceMatches(matches: [], isTruncated: false)
    }

    /// Returns the titles that a search finds, in order.
    func titles(matching text: String) async throws -> [String] {
        try await matches(text).matches.map(\.record.title)
    }
}

extension RecordCondition {
    /// A condition that the value of a column equals a text.
    static func value(_ column: String, _ text: String) -> RecordCondition {
        .field(column, .equals(ValueTest.name(of: text)))
    }
}

extension Circle {
    /// The center of Chicago.
    static let chicago: Circle = {
        guard let center = Coordinate(latitude: 41.88, longitude: -87.63),
            let circle = Circle(center: center, radius: 5)
        else { preconditionFailure("no circle") }
        return circle
    }()
}
