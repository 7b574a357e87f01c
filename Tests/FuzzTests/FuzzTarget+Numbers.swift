import AggCommands
import AggConfiguration
import AggCore
import AggSearch
import AggSource
import AggStorage
import AggTesting
import CitiesSource
import FeedSource
import Foundation
import NYCSchoolsSource
import SODASource
import Socrata

@testable import AggConfiguration
@testable import AggHTTP
@testable import GitHubSource

extension FuzzTarget {
    private static let now = Date(timeIntervalSince1970: 1_795_168_800)

    /// The numeric fields of a response, with numbers that do not fit.
    private static let heads = [
        "X-RateLimit-Limit: 60\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1795168845\r\n",
        "X-RateLimit-Limit: 9223372036854775807\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 9223372036854775807\r\n",
        "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: 1e300\r\n",
        "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset: inf\r\n",
        "Retry-After: 99999999999999999999\r\nContent-Length: 18446744073709551616\r\n",
        "Retry-After: Fri, 31 Dec 9999 23:59:59 GMT\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Length: -1\r\n",
        "X-SODA2-Fields: [\"a\",\"b\"]\r\nX-SODA2-Types: [\"number\",\"point\"]\r\nX-SODA2-Data-Out-Of-Date: true\r\n"
            + "X-SODA2-Truth-Last-Modified: nan\r\n",
    ]

    static let numbers = [
        FuzzTarget(name: "head", seeds: heads) { bytes throws(BrokenPromise) in
            let text = String(decoding: bytes, as: UTF8.self)
            for status in ["200 OK", "403 Forbidden", "429 Too Many Requests"] {
                guard let head = head(status, text) else { continue }
                try check(head)
            }
        },
        FuzzTarget(
            name: "answers",
            seeds: heads.map { "403\n\($0)\n{\"message\":\"rate limit\"}" } + heads.map { "200\n\($0)\n[{\"id\":1}]" }
        ) { bytes throws(BrokenPromise) in
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            let status = Int(lines[0]) ?? 200
            guard (200...599).contains(status) else { return }
            let fields = lines.dropFirst().prefix { !$0.isEmpty && $0 != "\r" }
            let body = Array(lines.dropFirst(fields.count + 2).joined(separator: "\n").utf8)
            let headers = head("\(status) X", fields.joined(separator: "\n"))?.headers ?? [:]
            for source in allSources {
                let client = StubHTTPClient(.bytes(body, status: status, headers: headers), .bytes([]))
                let services = SourceServices(http: client, clock: WallClock { now })
                let result: FetchResult
                do throws(SourceError) {
                    result = try await source.fetcher(services).fetch(since: nil, into: BatchLog())
                } catch {
                    try BrokenPromise.unless(!error.reason().isEmpty, "an error without a reason")
                    if case .rateLimited(let until) = error { try check(until) }
                    continue
                }
                if case .complete(let summary) = result { try check(summary.state?.rateLimit) }
            }
        },
        FuzzTarget(
            name: "values",
            seeds: [
                "24h", "999999999w", "512MB", "9223372036854775807", "1e308", "-0", "0x1p1023", "nan", "100000GB",
                "41.88,-87.63", "1e300km", "9999-12-31", "all",
            ]
        ) { bytes throws(BrokenPromise) in
            let text = String(decoding: bytes, as: UTF8.self)
            try checkConfiguration(text)
            try checkTexts(text)
        },
    ]

    private static let allSources: [any DataSource] = {
        let kinds: [any DataSource.Type] = [
            CitiesSource.self, FeedSource.self, GitHubSource.self, NYCSchoolsSource.self, SODASource.self,
        ]
        return (try? SourceRegistry(kinds: kinds))?.instances.map(\.dataSource) ?? []
    }()

    /// The header of a response as it arrives over the network.
    private static func head(_ status: String, _ fields: String) -> AnswerHead? {
        var reader = HeadReader()
        let lines = ["HTTP/1.1 \(status)\r\n"] + fields.split(separator: "\n").map { "\($0)\n" } + ["\r\n"]
        for line in lines {
            if let head = reader.take(line) { return head }
        }
        return nil
    }

    private static func check(_ head: AnswerHead) throws(BrokenPromise) {
        let headers = head.headers
        try check(headers.retryAfter(now: now))
        try check(RateLimit(headers))
        var state = FetchState()
        state.rateLimit = RateLimit(headers)
        try BrokenPromise.unless(state.rateLimit == RateLimit(headers), "the limit is kept as \(state.values)")
        _ = SocrataColumn.columns(of: headers)
        guard let url = URL(string: "https://x.example") else { return }
        let response = HTTPResponse(url: url, status: head.status, headers: headers)
        _ = response.isSocrataDataOutOfDate
        try check(GitHubFailure(response, now: now).limitEnd)
        for attempt in 1...3 {
            let schedule = RetrySchedule(policy: .standard, maxWait: .seconds(60))
            let wait = schedule.wait(after: attempt, retryAfter: headers.retryAfter(now: now), now: now, random: 1)
            try BrokenPromise.unless(wait.map { $0 >= .zero && $0 <= .seconds(60) } ?? true, "waits \(wait ?? .zero)")
        }
    }

    /// Checks that a limit ends within a year and can be shown.
    private static func check(_ end: Date?) throws(BrokenPromise) {
        guard let end else { return }
        try BrokenPromise.unless(end.timeIntervalSince(now) <= HTTPHeaders.longestWait, "a limit until \(end)")
        try BrokenPromise.unless(!SourceError.rateLimited(until: end).reason().isEmpty, "a limit without words")
    }

    private static func check(_ limit: RateLimit?) throws(BrokenPromise) {
        guard let limit else { return }
        try BrokenPromise.unless(
            limit.resetsAt.map { RecordDate(instant: $0) != nil } ?? true, "a reset at no date: \(limit)")
        _ = limit.at(now)
    }

    /// Any value for every configuration key: accepted values are usable.
    private static func checkConfiguration(_ text: String) throws(BrokenPromise) {
        var configuration = Configuration()
        for section in ConfigurationKey.sections {
            for key in section.keys { _ = key.apply(text, &configuration) }
        }
        let limits = configuration.network
        guard let url = URL(string: "http://x.example"), let origin = AggHTTP.HTTPOrigin(url) else { return }
        let timetable = Timetable(limits, timeLeft: limits.deadline, origin: origin)
        for hasHead in [false, true] {
            let due = timetable.next(hasHead: hasHead, lastByte: .now, received: limits.maxBody)
            try BrokenPromise.unless(!due.error.reason().isEmpty, "nothing is due")
            _ = (due.instant - .now) / .milliseconds(1)
        }
        var settings = Settings()
        for setting in SettingDeclaration.all where setting.write(&settings, text) {
            let written = setting.read(settings)
            try BrokenPromise.unless(setting.write(&settings, written), "\(setting.name) does not take \(written)")
        }
        for (kind, key) in [
            (SODASource.kind, "max_records"), (FeedSource.kind, "keep"), (CitiesSource.kind, "fresh_for"),
        ] {
            let entry = SourceEntry(
                id: .init("one"), kind: .init(kind.description),
                values: [
                    ("url", "https://x.example"), ("endpoint", "https://x.example"), ("dataset", "4ijn-s7e5"),
                    (key, text),
                    ("keep_for", text), ("simulate.error_rate", text),
                ].filter { name, _ in parameters(of: kind).contains(name) }.map { (.init($0), .init($1)) })
            let kinds: [any DataSource.Type] = [SODASource.self, FeedSource.self, CitiesSource.self]
            guard let instance = try? SourceRegistry(kinds: kinds, entries: [entry]).instances.last else { continue }
            let stored = StoredSource(
                origin: .remote, records: 1, fetchedAt: Date(timeIntervalSince1970: -1e12),
                fingerprint: instance.fingerprint, mappingVersion: instance.dataSource.mappingVersion)
            let status = SourceStatus(instance, stored: stored, now: now)
            try BrokenPromise.unless(status.age.map { $0 >= .zero } ?? true, "an age of \(status.age ?? .zero)")
        }
    }

    private static func parameters(of kind: SourceKind) -> [String] {
        let kinds: [any DataSource.Type] = [SODASource.self, FeedSource.self, CitiesSource.self]
        let own = kinds.first { $0.kind == kind }?.parameters.map(\.name) ?? []
        return own + ["keep_for", "fresh_for", "simulate.error_rate"]
    }

    /// Durations, sizes, places, and dates as people type them.
    private static func checkTexts(_ text: String) throws(BrokenPromise) {
        if let span = Age.parse(text) { _ = Age.text(span) }
        if let size = ByteCount.parse(text) {
            try BrokenPromise.unless(size >= 0 && !ByteCount.text(size).isEmpty, "a size of \(size)")
        }
        if let place = Coordinate(text) {
            var radii = [1e-300, 1, 1e300]
            if case .kilometers(let radius) = DistanceText.read(text) { radii.append(radius) }
            for radius in radii {
                guard let circle = Circle(center: place, radius: radius) else { continue }
                try BrokenPromise.unless(circle.contains(place), "\(place) is not within its circle")
                _ = (circle.latitudes, circle.longitudes)
            }
        }
        _ = DateSpan.instant(text, now: now)
    }
}
