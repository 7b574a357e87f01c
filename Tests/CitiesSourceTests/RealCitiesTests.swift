import AggSource
import Testing

/// The whole public list, if available.
@Suite(.enabled(if: RealCities.isThere, "the data is missing"))
struct RealCitiesTests {
    @Test func `maps every city with a unique key and a rank`() async throws {
        let (records, summary) = try await RealCities.fetch()
        #expect(records.count == 209_557)
        #expect(summary.skipped == SkippedItems())
        let byKey = Dictionary(records.map { ($0.key, $0) }) { $1 }
        #expect(byKey.count == records.count, "no id appears twice")
        #expect(records.allSatisfy { $0.coordinate != nil && $0.subtitle != nil })

        #expect(byKey["6617196"]?.title == "Mons-en-Barœ\u{9C}ul", "a control character stays")
        #expect(records.count { $0.title.contains(#"\"#) } == 0, "escapes of slashes are resolved")
        #expect(records.count { $0.title.contains(" / ") } > 100)
        #expect(byKey["1283378"]?.coordinate == Coordinate(latitude: 28, longitude: 84.633331))
        let large = records.filter { $0.prominence > 3 }
        #expect((1_300...1_400).contains(large.count))
        #expect((20_000...30_000).contains(records.count { $0.prominence > 0 }))

        for (query, key) in [
            ("lon", "2643743"), ("paris", "2988507"), ("new", "5128581"), ("sao", "3448439"), ("toky", "1850147"),
            ("berl", "2950159"), ("madr", "3117735"), ("ath", "264371"), ("sydn", "2147714"),
        ] {
            #expect(best(large, for: query)?.key == key, "\(query)")
        }
    }

    /// Returns the best-known record whose title starts with the query.
    private func best(_ records: [Record], for query: String) -> Record? {
        records.filter { $0.title.lowercased().hasPrefix(query) }.max { $0.prominence < $1.prominence }
    }
}
