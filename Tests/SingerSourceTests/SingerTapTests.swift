import AggProcess
import AggSource
import AggTesting
import Foundation
import SingerSource
import TestSupport
import Testing

/// The input of a tap: its configuration, its catalog, and nothing else.
struct SingerTapTests {
    @Test func `selects one stream in every way that taps support`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees", "parks"))
        tap.values["stream"] = .text("trees")
        _ = try await tap.load(schema).get()
        let streams = try #require(tap.json("given-catalog")?["streams"]?.arrayValue)
        let (trees, parks) = (streams[0], streams[1])
        #expect(trees["selected"] == .boolean(true) && parks["selected"] == .boolean(false))
        #expect(trees["schema"]?["selected"] == .boolean(true) && parks["schema"]?["selected"] == .boolean(false))
        let flags = { (stream: JSONValue) in
            stream["metadata"]?.arrayValue?.compactMap { $0["metadata"]?["selected"]?.boolValue }
        }
        #expect(flags(trees) == [true, true, false] && flags(parks) == [false])
        #expect(trees["schema"]?["properties"]?["name"] != nil)
    }

    @Test(arguments: [
        ("--catalog PATH", true, false), ("-p, --properties P", false, true), ("--properties --catalog", true, true),
    ])
    func `passes the catalog with the options in the tap's help`(help: String, catalog: Bool, properties: Bool)
        async throws
    {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"), help: help)
        _ = try await tap.load(schema).get()
        #expect((tap.text("given-catalog") != nil) == catalog)
        #expect((tap.text("given-properties") != nil) == properties)
    }

    @Test func `puts secrets only into the configuration, not into arguments or files`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let secret = "s3cret-of-the-test"
        tap.environment["MY_TOKEN"] = secret
        tap.values["config"] = .mapping([
            "url": .string("http://127.0.0.1"), "page_size": .integer(10),
            "auth": .object(["token": .string("${TOKEN}")]),
            "headers": .array([.string("Bearer ${TOKEN}, ${TOKEN}!")]),
            "note": .string("$${OTHER} ${} ${a.b} $TOKEN ${"),
        ])
        tap.values["secrets"] = .mapping(["TOKEN": .object(["env": .string("MY_TOKEN")])])
        let failed = try await tap.load("", script: "echo \"bad token $TOKEN\" >&2; exit 1")
        #expect(failed == .failure(.program("tap exited with status 1: bad token ***")))
        let config = tap.json("given-config")
        #expect(config?["auth"]?["token"]?.stringValue == secret)
        #expect(config?["page_size"] == .integer(10) && config?["note"]?.stringValue == "${OTHER} ${} ${a.b} $TOKEN ${")
        #expect(config?["headers"]?.arrayValue == [.string("Bearer \(secret), \(secret)!")])
        #expect(tap.text("arguments")?.contains(secret) == false)
        #expect(tap.text("arguments")?.contains("/proc/") == true)
    }

    @Test func `rejects a secret in the configuration that does not exist`() throws {
        let id = try #require(SourceID("trees"))
        let faults = #expect(throws: ConfigurationFaults.self) {
            try SingerSource(
                SourceConfiguration(
                    id: id, kind: SingerSource.kind,
                    values: [
                        "command": .list(["tap"]),
                        "secrets": .mapping(["TOKEN": .object(["env": .string("MY_TOKEN")])]),
                        "config": .mapping(["a": .array([.string("Bearer ${TOKEM}")]), "b": .string("${TOKEN} ${ID}")]),
                    ]))
        }
        #expect(
            faults?.faults.map(\.message) == [
                "trees: config uses “${ID}”, but secrets has no ID; add it, or write “$${ID}” for a literal "
                    + "“${ID}”",
                "trees: config uses “${TOKEM}”, but secrets has no TOKEM; did you mean “TOKEN”?",
            ])
    }

    @Test func `passes its configuration file to the tap`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        try tap.write(#"{"a": 1}"#, to: "mine.json")
        tap.values["config_file"] = .text(tap.folder.path("mine.json"))
        _ = try await tap.load(schema).get()
        #expect(tap.text("given-config") == #"{"a": 1}"#)
    }

    @Test(arguments: [
        (nil, "refused: the tap has several streams (parks, trees); choose one with stream:NAME"),
        ("tree", "refused: the tap has no stream “tree” (it has parks, trees); did you mean “trees”?"),
    ])
    func `lists the streams if none is chosen`(stream: String?, reason: String) async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees", "parks"))
        tap.values["stream"] = stream.map { .text($0) }
        let result = try await tap.load(schema)
        guard case .failure(let error) = result else { return #expect(Bool(false), "it must fail") }
        #expect(error.reason() == reason)
    }

    @Test func `rejects a given column that the stream does not have, and notes a configured one`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let services = SourceServices(
            http: StubHTTPClient(), environment: tap.environment, programs: SubprocessRunner())
        let refusal = SourceError.refused("“nmae” is not a column, so it cannot be the title; did you mean “name”?")
        await #expect(throws: refusal) {
            try await SingerSource.discover(tap.folder.path("tap"), given: ["title": "nmae"], services)
        }
        // A row may omit a column of the catalog, and have one that the catalog lacks.
        tap.values = ["title": .text("nmae"), "subtitle": .text("kind"), "columns": .text("name, kind, hieght")]
        let row = #"{"type": "RECORD", "stream": "trees", "record": {"id": 1, "kind": "oak"}}"# + "\n"
        #expect(
            try await tap.load(schema + row).get().notes.prefix(2) == [
                "the output has no column “nmae” (title); did you mean “name”?",
                "the output has no column “hieght” (columns)",
            ])
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, ":integer"), (#"{"type": ["null", "integer", "number"]}"#, ":decimal"),
        (#"{"type": ["boolean", "string"]}"#, ""), (#"{"type": ["null", "array", "string"]}"#, ""),
        (#"{"type": ["null", "array"]}"#, ":list"), (#"{"type": ["null", "object"]}"#, ""), ("{}", ""),
        (#"{"enum": ["a", "b"]}"#, ""), (#"{"type": "null"}"#, ""), (##"{"$ref": "#/definitions/x"}"##, ""),
        (#"{"type": ["string", "null"], "format": "date-time"}"#, ":date"),
        (#"{"anyOf": [{"type": "null"}, {"type": "object"}]}"#, ""),
        (#"{"anyOf": [{"type": "string", "format": "date-time"}, {"type": ["string", "null"]}]}"#, ":date"),
        (#"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#, ""),
    ])
    func `proposes every column of the schema with a type that holds all its values`(property: String, kind: String)
        async throws
    {
        let catalog = FakeTap.catalog("trees").replacing(#"{"type": ["null", "string"]}"#, with: property)
        let tap = try FakeTap(catalog: catalog)
        let services = SourceServices(
            http: StubHTTPClient(), environment: tap.environment, programs: SubprocessRunner())
        let discovery = try await SingerSource.discover(tap.folder.path("tap"), services)
        #expect(discovery.values["columns"] == "id:integer, name\(kind)")
        #expect(discovery.findings.last == "2 columns: id, name")
    }

    @Test(arguments: [
        ("name", "key name"), ("name,id", "key name, id"), (":content", "no key: rows are identified by their content"),
    ])
    func `shows a given key instead of that of the catalog`(key: String, finding: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let services = SourceServices(
            http: StubHTTPClient(), environment: tap.environment, programs: SubprocessRunner())
        let discovery = try await SingerSource.discover(tap.folder.path("tap"), given: ["key": key], services)
        #expect(discovery.findings.dropFirst().first == finding)
        #expect(discovery.values["key"] == key)
    }

    @Test func `rejects a configured key that the stream does not have`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        tap.values["key"] = .text("tree_name")
        let refusal = SourceError.refused(
            "“tree_name” is not a column, so it cannot be the key; did you mean “name”?")
        #expect(try await tap.load(schema + record(1, "Oak")) == .failure(refusal))
    }

    @Test func `the path of a tap's configuration may contain blanks`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        try tap.write(#"{"a": 1}"#, to: "my settings.json")
        let path = tap.folder.path("my settings.json")
        let services = SourceServices(
            http: StubHTTPClient(), environment: tap.environment, programs: SubprocessRunner())
        let discovery = try await SingerSource.discover(
            "\(tap.folder.path("tap")) config:\"\(path)\" stream:trees", services)
        #expect(discovery.values["config_file"] == path)
        #expect(tap.text("given-config") == #"{"a": 1}"#)
    }

    @Test(arguments: [
        ("exit 2", "tap exited with status 2"), ("echo '[1]'", "invalid data in the catalog of tap: no streams"),
        ("echo oops", "invalid data in the catalog of tap, at byte 0"),
    ])
    func `reports what is wrong with a catalog`(script: String, reason: String) async throws {
        let tap = try FakeTap(catalog: "{}")
        try tap.write(script, to: "discover.sh")
        guard case .failure(let error) = try await tap.load(schema) else { return #expect(Bool(false), "it must fail") }
        #expect(error.reason().hasPrefix(reason))
    }
}
