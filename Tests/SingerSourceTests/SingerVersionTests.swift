import AggSearch
import AggSource
import AggStorage
import AggTesting
import Foundation
import SingerSource
import Testing

/// Which rows stay when a tap activates a version of a stream.
struct SingerVersionTests {
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

    @Test func `removals by a version of two syncs are held back or listed like those of one sync`() async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees", method: "INCREMENTAL"))
        func rows(_ ids: ClosedRange<Int>, _ version: Int) -> String {
            ids.map { Self.row($0, version: version) }.joined()
        }
        _ = try await tap.load(schema + rows(1...20, 1) + Self.activation(1) + state("1")).get()
        _ = try await tap.load(schema + rows(1...2, 2) + state("2")).get()
        let held = try await tap.load(schema + rows(4...4, 2) + Self.activation(2) + state("3")).get()
        #expect(held.fallbackReason == .heldBack(stored: 20, offered: 3))
        #expect(try await tap.rows().count == 20)
        _ = try await tap.load(schema + rows(4...12, 2) + Self.activation(2) + state("3")).get()
        #expect(try await tap.rows().count == 11)
        let source = try #require(SourceID("stream"))
        let changes = await tap.store.changes(of: source, since: nil, limit: 20).changes
        #expect(Set(changes.map(\.address.key)) == Set(["3"] + (13...20).map(String.init)))
        #expect(changes.allSatisfy { $0.kind == .removed })
    }
}
