import AggSource
import Foundation
import SingerSource
import TestSupport
import Testing

/// How the messages of a tap change the stored rows and the state.
struct SingerSyncTests {
    @Test func `replaces the rows of a full table and requests the catalog once`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        #expect(try await tap.load(schema + record(1, "Oak") + record(2, "Elm")).get().records == 2)
        #expect(try await tap.load(schema + record(2, "Old elm")).get().records == 1)
        #expect(try await tap.rows() == ["2": "Old elm"])
        #expect(tap.runs == "discover help sync sync")
        #expect(tap.text("given-state") == nil)
    }

    @Test func `takes rows that name the stream by its id`() async throws {
        let catalog = FakeTap.catalog("trees").replacing(
            #""tap_stream_id": "trees""#, with: #""tap_stream_id": "public-trees""#)
        var tap = try FakeTap(catalog: catalog)
        tap.values["stream"] = .text("public-trees")
        let messages = (schema + record(1, "Oak")).replacing(
            #""stream": "trees""#, with: #""stream": "public-trees""#)
        #expect(try await tap.load(messages).get().records == 1)
    }

    @Test func `fails if only rows of other streams come`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let messages = (schema + record(1, "Oak")).replacing(#""trees""#, with: #""main.trees""#)
        guard case .failure(let error) = try await tap.load(messages) else {
            return #expect(Bool(false), "it must fail")
        }
        #expect(error.reason() == "invalid data from the tap: it sent no rows of “trees”, only of “main.trees”")
    }

    @Test func `upserts the rows of an incremental stream from the end of the last sync`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let first = schema + record(1, "Oak") + record(2, "Elm") + state(#"{"at": 5}"#)
        #expect(try await tap.load(#"{"type": "STATE", "value": {}}"# + "\n" + first).get().records == 2)
        #expect(tap.text("given-state") == nil)
        let second = #"{"type": "STATE", "value": {}}"# + "\n" + schema + record(2, "Old elm") + record(3, "Ash")
        #expect(try await tap.load(second).get().records == 3)
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 5)
        #expect(try await tap.rows() == ["1": "Oak", "2": "Old elm", "3": "Ash"])
        // The empty state of the second sync keeps the bookmark.
        _ = try await tap.load(schema).get()
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 5)
        #expect(try await tap.rows().count == 3)
    }

    @Test(arguments: ["", #"{"type": "STATE", "value": {}}"# + "\n"])
    func `removes no rows of an incremental stream whose tap sends no state`(state: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm") + state).get()
        _ = try await tap.load(schema + record(2, "Old elm") + record(3, "Ash") + state).get()
        #expect(tap.text("given-state") == nil)
        #expect(try await tap.rows() == ["1": "Oak", "2": "Old elm", "3": "Ash"])
        // Without the state, --force reads everything.
        _ = try await tap.load(schema + record(2, "Elm") + record(3, "Ash") + state, isForced: true).get()
        #expect(try await tap.rows() == ["2": "Elm", "3": "Ash"])
    }

    @Test func `leaves rows and state unchanged if the tap fails, whatever it sent`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm") + state(#"{"at": 5}"#)).get()
        let failed = try await tap.load(
            schema + record(3, "Ash") + state(#"{"at": 9}"#), script: "cat output; echo 'no route' >&2; exit 1"
        ).get()
        #expect(failed.fallbackReason == .program("tap exited with status 1: no route"))
        #expect(try await tap.rows().count == 2)
        _ = try await tap.load(schema).get()
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 5)
    }

    @Test(arguments: ["FULL_TABLE", "INCREMENTAL"])
    func `removes the record of a row that was deleted in the source`(method: String) async throws {
        func deleted(_ id: Int, _ time: String = #""2024-01-05T00:00:00Z""#) -> String {
            record(id, "Gone").replacing("}}\n", with: #", "_sdc_deleted_at": \#(time)}}"# + "\n")
        }
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: method))
        let first = (1...4).map { record($0, "Tree \($0)") }.joined() + deleted(5, "null") + deleted(4) + deleted(6)
        _ = try await tap.load(schema + first + state("1")).get()
        #expect(try await tap.rows() == ["1": "Tree 1", "2": "Tree 2", "3": "Tree 3", "5": "Gone"])
        // A row may come back.
        let rest = method == "INCREMENTAL" ? "" : record(1, "Tree 1") + record(5, "Gone")
        let loaded = try await tap.load(schema + rest + deleted(3) + deleted(2) + record(2, "Back") + state("2")).get()
        #expect(try await tap.rows() == ["1": "Tree 1", "2": "Back", "5": "Gone"])
        #expect(loaded.change?.removed == 1 && loaded.change?.changed == 1)
        if method == "INCREMENTAL" {
            _ = try await tap.load(schema + deleted(2) + state("3")).get()
            #expect(try await tap.rows() == ["1": "Tree 1", "5": "Gone"])
        }
    }

    @Test(arguments: [(nil, 0), ("id", 0), ("name", 1)])
    func `the last version of a row counts without a warning, unless the configuration sets its key`(
        key: String?, duplicates: Int
    ) async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        tap.values["key"] = key.map { .text($0) }
        let rows = record(1, "Oak") + record(2, "Elm") + record(2, "Fir") + record(1, "Oak")
        let loaded = try await tap.load(schema + rows).get()
        #expect(loaded.change?.duplicates == duplicates)
        #expect(loaded.change?.written == loaded.records + duplicates)
        if key != "name" { #expect(try await tap.rows() == ["1": "Oak", "2": "Fir"]) }
    }

    private static let columns = #"""
        {"type": "SCHEMA", "stream": "trees", "key_properties": ["id"], "schema": {"properties": {"id": {"type": "integer"},
        "height": {"type": "number"}, "label": {"type": ["null", "string"]}, "name": {"type": ["null", "string"]},
        "planted": {"type": "string", "format": "date-time"}}}}
        """#.replacing("\n", with: " ") + "\n"

    private static func row(_ members: String) -> String {
        #"{"type": "RECORD", "stream": "trees", "record": {\#(members)}}"# + "\n"
    }

    @Test func `keeps the roles of an incremental stream's columns from one sync to the next`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let first = Self.row(#""id": 1, "label": "An oak", "name": "Old oak", "height": 1"#)
        #expect(
            try await tap.load(Self.columns + first + state("1")).get().notes == [
                "inferred from the columns: title name, subtitle label, date planted"
            ])
        // These columns alone would make other roles.
        let second = Self.row(#""id": 2, "label": "An elm", "name": "NY-7", "seen": "2026-01-01""#)
        #expect(
            try await tap.load(Self.columns + second + state("2")).get().notes == [
                "inferred from the columns: title name, subtitle label, date planted"
            ])
        #expect(try await tap.rows() == ["1": "Old oak", "2": "NY-7"])
        // A column that no longer exists is replaced.
        let renamed = Self.columns.replacing(#""name""#, with: #""full_name""#)
        _ = try await tap.load(renamed + Self.row(#""id": 3, "full_name": "Big ash""#) + state("3")).get()
        #expect(try await tap.rows()["3"] == "Big ash")
    }

    @Test func `infers roles from the schema if the first rows of an incremental stream have no values there`()
        async throws
    {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(Self.columns + Self.row(#""id": 1, "height": 2"#) + state("1")).get()
        _ = try await tap.load(Self.columns + Self.row(#""id": 2, "label": "An elm", "name": "Elm""#)).get()
        #expect(try await tap.rows() == ["1": "1", "2": "Elm"])
    }

    @Test func `starts from the same point again after a row was skipped, until it can be stored`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(schema + record(1, "Oak") + state(#"{"at": 5}"#)).get()
        let long = record(2, String(repeating: "x", count: Record.greatestSize + 1))
        let skipped = try await tap.load(schema + long + record(3, "Ash") + state(#"{"at": 9}"#)).get()
        #expect(skipped.notes.last == "rows were skipped, so the next refresh starts from the same point again")
        #expect(try await tap.rows() == ["1": "Oak", "3": "Ash"])
        _ = try await tap.load(schema + record(2, "Elm") + record(3, "Ash") + state(#"{"at": 9}"#)).get()
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 5)
        _ = try await tap.load(schema).get()
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 9)
        #expect(try await tap.rows() == ["1": "Oak", "2": "Elm", "3": "Ash"])
    }

    @Test func `leaves everything unchanged if it stops a tap that then exits with status 0`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm")).get()
        tap.values["idle_timeout"] = .duration(.milliseconds(500))
        let stopped = try await tap.load(
            schema + record(2, "Elm"), script: "trap 'exit 0' TERM; cat output; while true; do sleep 0.05; done"
        ).get()
        #expect(stopped.fallbackReason?.code == "timed_out")
        #expect(try await tap.rows().count == 2)
    }

    @Test func `treats a last state with progress markers as an unfinished sync`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm") + state(#"{"at": 5}"#)).get()
        let markers = #"{"partitions": [{"progress_markers": {"at": 9}}]}"#
        let loaded = try await tap.load(schema + record(3, "Ash") + state(markers)).get()
        #expect(loaded.notes.contains { $0.hasPrefix("the tap ended early") })
        #expect(try await tap.rows().count == 3)
        _ = try await tap.load(schema).get()
        #expect(tap.json("given-state")?["bookmarks"]?["trees"]?["at"]?.intValue == 5)
    }

    @Test func `removes no row after an unfinished full table`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm")).get()
        _ = try await tap.load(schema + record(2, "Elm") + state(#"{"progress_markers": {}}"#)).get()
        #expect(try await tap.rows().count == 2)
    }

    @Test func `removes rows of older versions only when a new version is activated`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let activation = { (version: Int) in
            #"{"type": "ACTIVATE_VERSION", "stream": "trees", "version": \#(version)}"# + "\n"
        }
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm") + activation(1) + state(#"{"at": 5}"#))
            .get()
        _ = try await tap.load(activation(1) + schema + record(3, "Ash") + activation(1) + state(#"{"at": 6}"#)).get()
        #expect(try await tap.rows().count == 3)
        _ = try await tap.load(schema + record(3, "Ash") + record(4, "Fir") + activation(2) + state(#"{"at": 7}"#))
            .get()
        #expect(try await tap.rows() == ["3": "Ash", "4": "Fir"])
    }

    private static func row(_ id: Int, version: Int?) -> String {
        let member = version.map { #", "version": \#($0)"# } ?? ""
        return #"{"type": "RECORD", "stream": "trees"\#(member), "record": {"id": \#(id), "name": "Tree \#(id)"}}"#
            + "\n"
    }

    private static func activation(_ version: Int) -> String {
        #"{"type": "ACTIVATE_VERSION", "stream": "trees", "version": \#(version)}"# + "\n"
    }

    @Test(arguments: ["FULL_TABLE", "INCREMENTAL"])
    func `removes rows of older versions that came in the same sync`(method: String) async throws {
        let outputs: [(String, [Int])] = [
            (Self.row(1, version: 1) + Self.row(2, version: 2) + Self.activation(2), [2]),
            (Self.row(1, version: 1) + Self.activation(2) + Self.row(2, version: 2), [2]),
            (Self.activation(2) + Self.row(1, version: 1) + Self.row(2, version: 2), [2]),
            (Self.activation(1) + Self.row(1, version: 1) + Self.row(2, version: 2) + Self.activation(2), [2]),
            (Self.row(2, version: 2) + Self.row(1, version: 1) + Self.row(3, version: 2) + Self.activation(2), [2, 3]),
            (
                Self.row(1, version: nil) + Self.row(2, version: 1) + Self.row(3, version: 2) + Self.activation(2),
                [1, 3]
            ),
            // Newer versions stay, and so do older ones as long as no newer one is activated.
            (Self.row(1, version: 1) + Self.row(2, version: 2) + Self.activation(1), [1, 2]),
            (Self.row(1, version: 1) + Self.row(2, version: 2), [1, 2]),
        ]
        for (output, ids) in outputs {
            let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: method))
            _ = try await tap.load(schema + output).get()
            #expect(Set(try await tap.rows().keys) == Set(ids.map(String.init)), "\(output)")
        }
    }

    @Test func `removes many written rows when a newer version is activated`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let old = (1...2_500).map { Self.row($0, version: 1) }.joined()
        let new = (2_000...4_000).map { Self.row($0, version: 2) }.joined()
        #expect(try await tap.load(schema + old + new + Self.activation(2)).get().records == 2_001)
    }

    @Test func `removes nothing when an older version is activated, or the version of all stored rows`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(schema + Self.row(1, version: 2) + Self.row(2, version: 2) + state("1")).get()
        for version in [2, 1] {
            _ = try await tap.load(schema + Self.row(3, version: 2) + Self.activation(version) + state("2")).get()
            #expect(try await tap.rows().count == 3)
        }
        _ = try await tap.load(
            schema + Self.row(3, version: 2) + Self.row(4, version: 3) + Self.row(5, version: 3) + Self.activation(3)
        ).get()
        #expect(Set(try await tap.rows().keys) == ["4", "5"])
    }

    @Test func `a version that is activated in a later sync than its first rows removes only older rows`() async throws
    {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        func rows(_ ids: ClosedRange<Int>, _ version: Int) -> String {
            ids.map { Self.row($0, version: version) }.joined()
        }
        _ = try await tap.load(schema + rows(1...10, 100) + Self.activation(100) + state("1")).get()
        _ = try await tap.load(schema + rows(1...4, 200) + state("2")).get()
        #expect(try await tap.rows().count == 10)
        _ = try await tap.load(schema + rows(5...9, 200) + Self.activation(200) + state("3")).get()
        #expect(Set(try await tap.rows().keys) == Set((1...9).map(String.init)))
        // The next version starts afresh, in one sync.
        _ = try await tap.load(schema + rows(3...9, 300) + Self.activation(300) + state("4")).get()
        #expect(Set(try await tap.rows().keys) == Set((3...9).map(String.init)))
    }

    @Test func `fails if the key of an incremental stream changes, until refresh --force`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let both = schema.replacing(#"["id"]"#, with: #"["name", "id"]"#)
        _ = try await tap.load(both + record(1, "Oak") + record(2, "Elm") + state("1")).get()
        let failed = try await tap.load(schema + record(2, "Elm") + state("2")).get()
        #expect(
            failed.fallbackReason
                == .invalidData(
                    "from the tap: the key changed from “name, id” to “id”; run “refresh --force stream” to load all "
                        + "rows again"))
        #expect(Set(try await tap.rows().keys) == ["Oak/1", "Elm/2"])
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm") + state("2"), isForced: true).get()
        #expect(Set(try await tap.rows().keys) == ["1", "2"])
    }

    @Test func `notes that the key of a full table changed`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        _ = try await tap.load(schema + record(1, "Oak") + record(2, "Elm")).get()
        let both = schema.replacing(#"["id"]"#, with: #"["name", "id"]"#)
        let note = "the key changed from “id” to “name, id”, so every record has a new address"
        #expect(try await tap.load(both + record(1, "Oak") + record(2, "Elm")).get().notes.contains(note))
        #expect(Set(try await tap.rows().keys) == ["Oak/1", "Elm/2"])
        #expect(try await tap.load(both + record(1, "Oak") + record(2, "Elm")).get().notes.contains(note) == false)
    }

    @Test(arguments: ["FULL_TABLE", "INCREMENTAL"])
    func `takes no column of numbers for the subtitle, even if some arrive in quotes`(method: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: method))
        let rows =
            Self.row(#""id": 1, "name": "Oak", "height": 7"#) + Self.row(#""id": 2, "name": "Elm", "height": "12.5 m""#)
        let numbers = Self.columns.replacing(#""label": {"type": ["null", "string"]}, "#, with: "")
        let notes = try await tap.load(numbers + rows).get().notes
        #expect(notes.first?.contains("title name") == true && notes.first?.contains("subtitle") == false, "\(notes)")
    }

    @Test func `rereads everything after refresh --force or a changed configuration`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let all = schema + record(1, "Oak") + record(2, "Elm") + state(#"{"at": 5}"#)
        _ = try await tap.load(all).get()
        _ = try await tap.load(schema + record(2, "Elm") + state(#"{"at": 5}"#), isForced: true).get()
        #expect(tap.text("given-state") == nil)
        #expect(try await tap.rows() == ["2": "Elm"])
        tap.values["config"] = .mapping(["city": .string("Oslo")])
        _ = try await tap.load(all).get()
        #expect(tap.text("given-state") == nil)
        #expect(tap.runs == "discover help sync discover help sync discover help sync")
    }

    @Test func `ignores messages of other streams and unknown messages`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", "parks"))
        var own = tap
        own.values["stream"] = .text("trees")
        let other = schema.replacingOccurrences(of: "trees", with: "parks") + record(1, "Park", stream: "parks")
        let more = [
            #"{"type": "BATCH", "stream": "parks", "encoding": {"format": "parquet"}, "manifest": ["s3://a/b"]}"#,
            #"{"type": "ACTIVATE_VERSION", "stream": "parks"}"#, #"{"type": "PING"}"#,
        ]
        let unrelated = more.joined(separator: "\n") + "\n"
        _ = try await own.load(other + schema + record(1, "Oak") + unrelated + other).get()
        #expect(try await own.rows() == ["1": "Oak"])
    }

    @Test func `uses the keys of the catalog if there is no SCHEMA`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", keys: #"["name", "id"]"#))
        _ = try await tap.load(record(1, "O/k") + record(2, "Elm")).get()
        #expect(Set(try await tap.rows().keys) == ["O%2Fk/1", "Elm/2"])
    }

    @Test func `identifies a row without a key by its content`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", keys: "[]"))
        let schema = schema.replacingOccurrences(of: #"["id"]"#, with: "[]")
        let loaded = try await tap.load(schema + record(1, "Oak") + record(1, "Elm") + record(2, "Ash")).get()
        #expect(loaded.records == 3)
    }

    @Test(arguments: [
        ("Fetching…\n", "at line 1: expected one JSON object per line, but ‘F’ cannot start a value: “Fetching…”"),
        (
            schema + #"{"type": "RECORD", "stream": "trees"}"# + "\n",
            #"at line 2: a RECORD message without a record: “{"type": "RECORD", "stream": "trees"}”"#
        ),
        (schema + String(record(1, "Oak").dropLast(9)), "at line 2: expected one JSON object per line, but "),
    ])
    func `rejects a line that is not a message`(output: String, place: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let result = try await tap.load(output)
        #expect(throws: SourceError.self) { try result.get() }
        if case .failure(let error) = result { #expect(error.reason().contains(place)) }
    }
}
