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
