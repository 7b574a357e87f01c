import AggSource
import Foundation
import SingerSource
import Testing

/// How rows of a stream are identified.
struct SingerKeyTests {
    private static func row(_ region: String, _ number: Int, _ name: String) -> String {
        #"{"type": "RECORD", "stream": "trees", "record": {"region": "\#(region)", "num": \#(number), "name": "\#(name)"}}"#
            + "\n"
    }

    @Test(arguments: ["FULL_TABLE", "INCREMENTAL"], [("A B", "A-B"), ("A-B", "A B"), ("A B", "A  B"), ("A", " A")])
    func `fails if different keys have the same address, and names both`(method: String, regions: (String, String))
        async throws
    {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", keys: #"["region", "num"]"#, method: method))
        let result = try await tap.load(Self.row(regions.0, 1, "Oak") + Self.row(regions.1, 1, "Elm"))
        guard case .failure(let error) = result else { return #expect(Bool(false), "it must fail") }
        let keys = "the keys “\(regions.1)/1” and “\(regions.0)/1” are different"
        #expect(error.reason().contains(keys), "\(error.reason())")
    }

    @Test func `a row with the same key is another version of the row`() async throws {
        let tap = try FakeTap(
            catalog: FakeTap.catalog("trees", keys: #"["region", "num"]"#, method: "INCREMENTAL"))
        _ = try await tap.load(Self.row("A B", 1, "Oak") + Self.row("A B", 1, "Old oak") + Self.row("C", 1, "Elm"))
            .get()
        #expect(try await tap.rows() == ["A-B/1": "Old oak", "C/1": "Elm"])
    }

    @Test(arguments: [("FULL_TABLE", 3), ("INCREMENTAL", 2)])
    func `keeps each repetition of a row without a key if all rows are read`(method: String, count: Int) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", keys: "[]", method: method))
        let schema = schema.replacingOccurrences(of: #"["id"]"#, with: "[]")
        let loaded = try await tap.load(schema + record(1, "Oak") + record(1, "Oak") + record(2, "Elm")).get()
        #expect(loaded.records == count)
    }

    @Test func `an empty list of keys in a schema does not hide those of the catalog`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        _ = try await tap.load(schema.replacing(#"["id"]"#, with: "[]") + record(1, "Oak")).get()
        #expect(try await tap.rows() == ["1": "Oak"])
    }

    @Test func `the tap's own columns get no role`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let row = record(1, "Oak").replacing(
            "}}\n", with: #", "_sdc_extracted_at": "2026-01-01T00:00:00Z", "made": "2020-01-02"}}"# + "\n")
        let notes = try await tap.load(schema + row).get().notes
        #expect(notes.first?.contains("date made") == true)
    }

    @Test func `says that rows have a column that the catalog did not have, and infers nothing from it`() async throws {
        var tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        tap.values["columns"] = .text("id:integer, name")
        let row = record(1, "Oak").replacing("}}\n", with: #", "extra": "an oak", "_sdc_sequence": 1}}"# + "\n")
        let notes = try await tap.load(schema + row).get().notes
        #expect(notes.first == "inferred from the columns: title name")
        #expect(notes.contains("the rows have a new column “extra” that is not listed in “columns”, so it is not kept"))
        #expect(!notes.contains { $0.contains("_sdc") || $0.contains("name”") })
    }
}
