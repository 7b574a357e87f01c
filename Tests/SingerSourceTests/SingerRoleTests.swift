import AggSearch
import AggSource
import AggTesting
import Foundation
import SingerSource
import Testing

/// Which columns of a stream become the parts of a record.
struct SingerRoleTests {
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
        // The new column is kept, too, until the first one is back.
        let fourth = Self.row(#""id": 4, "label": "A fir", "full_name": "NY-8""#)
        _ = try await tap.load(renamed + fourth + state("4")).get()
        #expect(try await tap.rows()["4"] == "NY-8")
        let fifth = Self.row(#""id": 5, "label": "A yew", "name": "NY-9", "full_name": "Old yew""#)
        _ = try await tap.load(Self.columns + fifth + state("5")).get()
        #expect(try await tap.rows()["5"] == "NY-9")
    }

    @Test func `uses the roles of an incremental stream again after a sync without their columns`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        let inferred = ["inferred from the columns: title name, subtitle label, date planted"]
        func row(_ id: Int) -> String {
            Self.row(#""id": \#(id), "label": "A tree", "name": "Oak", "planted": "2020-01-02T00:00:00Z""#)
        }
        #expect(try await tap.load(Self.columns + row(1) + state("1")).get().notes == inferred)
        let short = #"""
            {"type": "SCHEMA", "stream": "trees", "key_properties": ["id"], "schema": {"properties":
            {"id": {"type": "integer"}, "name": {"type": "string"}}}}
            """#.replacing("\n", with: " ") + "\n"
        let notes = try await tap.load(short + record(2, "Elm") + state("2")).get().notes
        #expect(notes == ["inferred from the columns: title name"])
        #expect(try await tap.load(Self.columns + row(3) + row(1) + state("3")).get().notes == inferred)
        let source = try #require(SourceID("stream"))
        let records = await tap.store.records(at: ["1", "2", "3"].map { RecordAddress(source: source, key: $0) })
        #expect(records.count == 3)
        for (address, record) in records {
            #expect(record.subtitle == (address.key == "2" ? nil : "A tree"))
            #expect((record.date == nil) == (address.key == "2"))
        }
    }

    @Test func `infers roles from the schema if the first rows of an incremental stream have no values there`()
        async throws
    {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        _ = try await tap.load(Self.columns + Self.row(#""id": 1, "height": 2"#) + state("1")).get()
        _ = try await tap.load(Self.columns + Self.row(#""id": 2, "label": "An elm", "name": "Elm""#)).get()
        #expect(try await tap.rows() == ["1": "1", "2": "Elm"])
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
}
