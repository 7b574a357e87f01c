import AggCore
import AggSource
import AggTesting
import Foundation

import NYCSchoolsSource

/// A directory of three schools, and scores for two of them (one suppressed) and for a school that is not listed.
enum Schools {
    static let directoryPath = "/resource/s3k6-pzi2.json"
    static let scoresPath = "/resource/f9bf-2cp4.json"

    static let directory = #"""
        [{"dbn":"01M292","school_name":"Orchard Collegiate Academy","boro":"M","borough":"MANHATTAN","neighborhood":"Lower East Side",
          "latitude":"40.71376","longitude":"-73.9853","website":"www.example.org","total_students":"171",
          "attendance_rate":"0.970000029","nta":"Lower East Side      "},
         {"dbn":"02M392","school_name":"Escuela del RincÃ³n","borough":"BRONX    ",
          "location":"1 Main St, Bronx NY 10453 (40.85, -73.91)"},
         {"dbn":"03M999","school_name":"New School","boro":"K"}]
        """#
    static let scores = #"""
        [{"dbn":"01M292","school_name":"HENRY STREET","num_of_sat_test_takers":"29","sat_critical_reading_avg_score":"355",
          "sat_math_avg_score":"404","sat_writing_avg_score":"363"},
         {"dbn":"02M392","num_of_sat_test_takers":"s","sat_critical_reading_avg_score":"s","sat_math_avg_score":"s",
          "sat_writing_avg_score":"s"},
         {"dbn":"99X999","num_of_sat_test_takers":"5"}]
        """#

    static func source(_ values: KeyValuePairs<String, String> = [:]) throws -> any DataSource {
        let entry = SourceEntry(builtIn: "schools", kind: NYCSchoolsSource.kind, values)
        let registry = try SourceRegistry(kinds: [NYCSchoolsSource.self], entries: [entry])
        guard let instance = registry.instances.last else { throw CocoaError(.featureUnsupported) }
        return instance.dataSource
    }

    static func fetch(
        from client: some HTTPClient, since state: FetchState? = nil, _ values: KeyValuePairs<String, String> = [:]
    ) async throws -> (result: FetchResult, records: [Record]) {
        let clock = WallClock { Date(timeIntervalSince1970: 1_700_000_000) }
        let fetcher = try source(values).fetcher(SourceServices(http: client, clock: clock))
        let sink = BatchLog()
        let result = try await fetcher.fetch(since: state, into: sink)
        return (result, await sink.records)
    }
}
