import AggCore
import AggProcess
import AggSource
import AggStorage
import AggTesting
import Foundation
import SingerSource
import TestSupport
import Testing

/// A tap for tests: a script that keeps its input and prints what the test wants.
struct FakeTap {
    let folder: TemporaryFolder
    let store = InMemoryRecordStore()
    var values: [String: ParameterValue] = [:]
    var environment = ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]

    private static let script = #"""
        #!/bin/sh
        cd "$(dirname "$0")"
        mode=sync
        rm -f given-state
        echo "$@" >> arguments
        while [ $# -gt 0 ]; do
            case "$1" in
                --config) test -f "$2" && cat "$2" > given-config; shift;;
                --catalog) test -f "$2" && cat "$2" > given-catalog; shift;;
                --properties) test -f "$2" && cat "$2" > given-properties; shift;;
                --state) test -f "$2" && cat "$2" > given-state; shift;;
                --discover) mode=discover;;
                --help) mode=help;;
            esac
            shift
        done
        echo $mode >> runs
        . ./$mode.sh
        """#

    /// Creates a tap with a catalog.
    init(catalog: String, help: String = "--catalog PATH") throws {
        folder = try TemporaryFolder()
        try write(Self.script, to: "tap")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("tap"))
        try write(catalog, to: "catalog.json")
        try write("cat catalog.json", to: "discover.sh")
        try write(help, to: "help.txt")
        try write("cat help.txt", to: "help.sh")
    }

    /// Returns a catalog of streams with a key and a replication method.
    static func catalog(_ names: String..., keys: String = #"["id"]"#, method: String = "FULL_TABLE") -> String {
        let streams = names.map { name in
            #"""
            {"tap_stream_id": "\#(name)", "stream": "\#(name)", "key_properties": \#(keys), "replication_method": "\#(method)",
             "schema": {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": ["null", "string"]}, "old": {}}},
             "metadata": [{"breadcrumb": [], "metadata": {"inclusion": "available"}},
                          {"breadcrumb": ["properties", "name"], "metadata": {"inclusion": "available"}},
                          {"breadcrumb": ["properties", "old"], "metadata": {"inclusion": "unsupported"}}]}
            """#
        }
        return #"{"streams": ["# + streams.joined(separator: ",") + "]}"
    }

    func write(_ text: String, to name: String) throws {
        try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }

    func text(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

    func json(_ name: String) -> JSONValue? { text(name).flatMap { try? JSONValue(parsing: $0) } }

    /// The runs so far, such as `discover help sync`.
    var runs: String { (text("runs") ?? "").split(separator: "\n").joined(separator: " ") }

    /// Loads the stream as agg does, from a tap that prints a text or runs a script.
    func load(
        _ output: String = "", script: String? = nil, isForced: Bool = false
    ) async throws -> Result<LoadedSource, SourceError> {
        try write(output, to: "output")
        try write(script ?? "cat output", to: "sync.sh")
        let id = try #require(SourceID("stream"))
        var values = values
        values["command"] = .list([folder.path("tap")])
        if values["idle_timeout"] == nil { values["idle_timeout"] = .duration(.seconds(60)) }
        let entry = SourceEntry(
            id: .init("stream"), kind: .init("singer"),
            values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
                .map { (SourceEntry.Text($0.0), Self.text($0.1)) })
        let registry = try SourceRegistry(kinds: [SingerSource.self], entries: [entry])
        let services = SourceServices(
            http: StubHTTPClient(), environment: environment, programs: SubprocessRunner(grace: .milliseconds(300)))
        let loader = registry.loader(
            for: try #require(registry[id]), services: services, store: store, isForced: isForced)
        do throws(SourceError) { return .success(try await loader.load()) } catch { return .failure(error) }
    }

    /// The stored titles by their keys.
    func rows() async throws -> [String: String] {
        let id = try #require(SourceID("stream"))
        let records = try await store.list(id, limit: 10_000)
        return Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0.title) })
    }

    private static func text(_ value: ParameterValue) -> SourceEntry.Text {
        switch value {
        case .text(let text): .init(text)
        case .list(let items): .init(.array(items.map(JSONValue.string)))
        case .mapping(let object): .init(.object(object))
        case .duration(let span): .init("\(Int(clamping: span / .milliseconds(1)))ms")
        default: .init("")
        }
    }
}

/// Returns a RECORD of the stream `trees`.
func record(_ id: Int, _ name: String, stream: String = "trees") -> String {
    #"{"type": "RECORD", "stream": "\#(stream)", "record": {"id": \#(id), "name": "\#(name)"}}"# + "\n"
}

/// A SCHEMA of the stream `trees`.
let schema = #"{"type": "SCHEMA", "stream": "trees", "schema": {}, "key_properties": ["id"]}"# + "\n"

/// Returns a STATE with a bookmark of the stream `trees`.
func state(_ bookmark: String) -> String {
    #"{"type": "STATE", "value": {"bookmarks": {"trees": \#(bookmark)}}}"# + "\n"
}
