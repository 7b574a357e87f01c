import AggCore
import AggSource
import AggTesting
import ArcGISSource
import CKANSource
import CitiesSource
import CommandSource
import GitHubSource
import NYCSchoolsSource
import SODASource
import SingerSource

extension FuzzTarget {
    /// Each source with any response of its server: records that can be stored, or an error.
    static let sources = [
        source(
            ArcGISSource.self, "layer",
            [
                #"{"name":"A","type":"Feature Layer","geometryType":"esriGeometryPoint","objectIdField":"ID","fields":["#
                    + #"{"name":"ID","type":"esriFieldTypeOID"},{"name":"Name","type":"esriFieldTypeString"},"#
                    + #"{"name":"Day","type":"esriFieldTypeDate"}],"spatialReference":{"wkid":4326},"features":["#
                    + #"{"attributes":{"ID":1,"Name":"a","Day":1700000000000},"geometry":{"x":1,"y":2}}]}"#
            ], ["url": "file:///layer.json"]),
        source(
            CKANSource.self, "table",
            [
                #"{"success":true,"result":{"fields":[{"id":"_id","type":"int"},{"id":"id","type":"int"},"#
                    + #"{"id":"Lat","type":"numeric"},{"id":"lon","type":"text"},{"id":"day","type":"timestamp"}],"#
                    + #""records":[{"_id":1,"id":1,"Lat":"1.5","lon":"2","day":"2024-01-02T03:04:05"}],"total":1}}"#
            ], ["endpoint": "https://data.example.org", "resource": "r"], isRepeated: true),
        source(
            CitiesSource.self, "cities",
            [#"[{"country":"GB","name":"London","_id":2643743,"coord":{"lon":-0.12574,"lat":51.50853}}]"#]),
        source(
            GitHubSource.self, "github",
            [
                #"{"total_count":1,"incomplete_results":false,"items":[{"id":1,"name":"a","full_name":"o/a","#
                    + #""owner":{"login":"o"},"stargazers_count":12,"topics":["x"],"license":{"spdx_id":"MIT"},"#
                    + #""pushed_at":"2024-01-02T03:04:05Z","html_url":"https://github.com/o/a"}]}"#
            ]),
        source(
            NYCSchoolsSource.self, "nyc-schools",
            [
                #"[{"dbn":"01M001","school_name":"A","website":"www.a.example","overview_paragraph":"RincÃ³n","#
                    + #""latitude":"40.7","longitude":"-74","num_of_sat_test_takers":"s","sat_math_avg_score":"512"}]"#
            ]),
        source(
            SODASource.self, "chicago-inspections",
            [
                #"[{"inspection_id":"1","dba_name":"A","inspection_date":"2024-03-01T00:00:00.000","#
                    + #""location":{"type":"Point","coordinates":[-87.6,41.8]},"violations":"1. A | 2. B"}]"#
            ]),
        program(
            CommandSource.self, [#"{"id":1,"name":"Oak","lat":40.5,"lon":-73.5,"planted":"1990-04-01","tags":["a"]}"#]),
        program(
            SingerSource.self,
            [
                #"{"type":"SCHEMA","stream":"trees","schema":{},"key_properties":["id"]}"# + "\n"
                    + #"{"type":"RECORD","stream":"trees","record":{"id":1,"name":"Oak"}}"# + "\n"
                    + #"{"type":"STATE","value":{"bookmarks":{"trees":{"progress_markers":{}}}}}"#
            ]),
    ]

    /// A source that runs a program, with any output.
    private static func program(_ kind: any DataSource.Type, _ seeds: [String]) -> FuzzTarget {
        let command = SourceEntry.Text(.array([.string("tap")]))
        let entry = SourceEntry(
            id: .init("rows"), kind: .init(kind.kind.description), values: [(.init("command"), command)])
        let source = (try? SourceRegistry(kinds: [kind], entries: [entry]))?.instances.first?.dataSource
        return FuzzTarget(name: kind.kind.description, seeds: seeds) { bytes throws(BrokenPromise) in
            guard let source else { throw BrokenPromise(description: "\(kind.kind) cannot be made") }
            let log = BatchLog()
            let services = SourceServices(http: StubHTTPClient(), programs: PrintedBytes(bytes: bytes))
            _ = try? await source.fetcher(services).fetch(since: nil, into: log)
            for record in await log.records {
                try BrokenPromise.unless(!record.key.isEmpty && !record.title.isEmpty, "a record without key or title")
            }
        }
    }

    /// A target for a built-in source, or one with the given values; later requests may get the same response.
    static func source(
        _ kind: any DataSource.Type, _ id: String, _ seeds: [String], _ values: KeyValuePairs<String, String> = [:],
        isRepeated: Bool = false
    ) -> FuzzTarget {
        let entries = values.isEmpty ? [] : [SourceEntry(builtIn: id, kind: kind.kind, values)]
        let source = (try? SourceRegistry(kinds: [kind], entries: entries))?.instances.first?.dataSource
        return FuzzTarget(name: id, seeds: seeds) { bytes throws(BrokenPromise) in
            try BrokenPromise.unless(source != nil, "\(id) cannot be made")
            guard let source else { return }
            let log = BatchLog()
            let answer = StubHTTPClient.Answer.bytes(bytes, headers: ["Content-Type": "application/octet-stream"])
            let client = isRepeated ? StubHTTPClient(answer) : StubHTTPClient(answer, .bytes([]))
            _ = try? await source.fetcher(SourceServices(http: client)).fetch(since: nil, into: log)
            for record in await log.records {
                try BrokenPromise.unless(!record.key.isEmpty && !record.title.isEmpty, "a record without key or title")
                try BrokenPromise.unless((0...7).contains(record.prominence), "the prominence \(record.prominence)")
            }
        }
    }
}

/// A program that prints given bytes, and a tap with one stream.
private struct PrintedBytes: ProgramRunner {
    let bytes: [UInt8]

    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        let isDiscovery = program.arguments.contains("--discover")
        try await read(isDiscovery ? Array(#"{"streams": [{"tap_stream_id": "trees"}]}"#.utf8) : bytes)
        return ProgramEnd(.exited(0))
    }
}
