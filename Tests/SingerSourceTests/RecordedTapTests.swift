import AggSource
import Foundation
import TestSupport
import Testing

/// The recorded output of two real taps.
@Suite(.enabled(if: RealData.has("singer/mgh/sync.out")))
struct RecordedTapTests {
    private func tap(_ catalog: String, _ stream: String) throws -> FakeTap {
        var tap = try FakeTap(catalog: try RealData.text(catalog))
        tap.values["stream"] = .text(stream)
        return tap
    }

    private func script(_ path: String, status: Int = 0) -> String {
        "cat '\(RealData.url(path).path)'; exit \(status)"
    }

    @Test func `reads the issues of a repository among other streams, and resumes from its state`() async throws {
        let tap = try tap("singer/mgh/catalog.json", "issues")
        #expect(try await tap.load(script: script("singer/mgh/sync.out")).get().records == 20)
        #expect(try await tap.rows()["1001"] == "Issue 1")
        #expect(try await tap.load(script: script("singer/mgh/state.out")).get().records == 20)
        let partition = tap.json("given-state")?["bookmarks"]?["issues"]?["partitions"]?.arrayValue?.first
        #expect(partition?["replication_key_value"]?.stringValue == "2026-02-20T00:00:00Z")
        #expect(tap.runs == "discover help sync sync")
    }

    @Test(arguments: ["sigSIGTERM", "sigSIGINT"])
    func `keeps only the state of a finished stream even if the tap exited with status 0`(name: String) async throws {
        let tap = try tap("singer/mgh/catalog.json", "releases")
        _ = try await tap.load(script: script("singer/mgh/sync.out")).get()
        let rows = try await tap.rows()
        let loaded = try await tap.load(script: script("singer/mgh/\(name).out")).get()
        #expect(try await tap.rows() == rows)
        #expect(loaded.records == 5)
        _ = try await tap.load(script: "true").get()
        #expect(
            tap.json("given-state")?["bookmarks"]?["releases"]?["partitions"]?.arrayValue?.first?["progress_markers"]
                == nil)
    }

    @Test func `empties a table when an empty version is activated`() async throws {
        let tap = try tap("singer/mgh/catalog.json", "labels")
        #expect(try await tap.load(script: script("singer/mgh/av.out")).get().records == 0)
    }

    @Test(arguments: [("401", "inc"), ("404page2", "inc"), ("500page2", "inc"), ("500page2", "places")])
    func `keeps nothing from a tap that failed midway`(name: String, stream: String) async throws {
        let tap = try tap("singer/rest/catalog.json", stream)
        let result = try await tap.load(script: script("singer/rest/\(name).out", status: 1))
        #expect(throws: SourceError.self) { try result.get() }
        #expect(try await tap.rows().isEmpty)
    }

    @Test func `reads the output of an interrupted tap if it reports success`() async throws {
        let tap = try tap("singer/rest/catalog.json", "inc")
        #expect(try await tap.load(script: script("singer/rest/sigTERM.out")).get().records == 10)
    }
}
