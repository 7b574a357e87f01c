import AggSource
import AggTesting
import Testing

import CKANSource

/// The key that is inferred if the configuration has none.
struct CKANKeyTests {
    private let note = "“code” is not unique, so the content of a row is its key; a changed row becomes a new record"

    @Test func `uses the content of rows if the inferred key repeats on a later page`() async throws {
        var portal = Portal()
        portal.rows[20] = portal.rows[20].replacing("C21", with: "C3")
        let first = try await fetch(portal)
        #expect(Set(first.keys).count == 25 && !first.keys.contains("C1"))
        #expect(first.summary.notes == ["inferred from the columns: title city_name, key :content", note])
        #expect(portal.log.values(of: "offset") == ["0", "10", "20", "0", "10", "20"])
        // The next refresh knows.
        let second = try await fetch(portal, since: first.summary.state)
        #expect(second.keys == first.keys)
        #expect(second.summary.state == first.summary.state)
        #expect(portal.log.values(of: "offset").count == 9)
    }

    @Test func `keeps an inferred key if a row repeats on a later page`() async throws {
        var portal = Portal()
        portal.rows[20] = portal.rows[2].replacing(#""_id":3"#, with: #""_id":21"#)
        #expect(try await fetch(portal).keys.contains("C3"))
    }

    @Test func `keeps an inferred key from one refresh to the next`() async throws {
        var portal = Portal()
        portal.rows = (1...5).map { #"{"_id":\#($0),"code":"C\#($0)","City Name":"n","size":"1"}"# }
        let first = try await fetch(portal)
        #expect(first.keys == ["C1", "C2", "C3", "C4", "C5"])
        // Now another column is unique, too, and comes first.
        portal.rows = (1...5).map { #"{"_id":\#($0),"id":"N\#($0)","code":"C\#($0)","City Name":"n","size":"1"}"# }
        portal.moreFields = #"{"id":"id","type":"text"},"#
        #expect(try await fetch(portal).keys.first == "N1")
        let second = try await fetch(portal, since: first.summary.state)
        #expect(second.keys == first.keys)
        #expect(second.summary.state == first.summary.state)
    }

    @Test func `uses the content of rows if the former key repeats`() async throws {
        var portal = Portal()
        let first = try await fetch(portal)
        portal.rows[3] = portal.rows[3].replacing("C4", with: "C3")
        let second = try await fetch(portal, since: first.summary.state)
        #expect(Set(second.keys).count == 25 && second.summary.notes.last == note)
    }

    @Test func `fails if the table no longer has the inferred key, until refresh --force`() async throws {
        await #expect(
            throws: SourceError.invalidData(
                "(the table no longer has the column “gone”, which is its key; set “key: COLUMN” for this source, or "
                    + "refresh it with --force to infer another key)")
        ) { try await fetch(Portal(), since: FetchState(["key": "gone"])) }
        #expect(try await fetch(Portal(), ["key": "code"], since: FetchState(["key": "gone"])).keys.first == "C1")
        #expect(try await fetch(Portal()).keys.first == "C1")
    }

    @Test func `does not keep a key that only one row or none suggests`() async throws {
        var portal = Portal()
        portal.rows = [#"{"_id":1,"code":null,"City Name":"Only","size":"1"}"#]
        #expect(try await fetch(portal).summary.state == nil)
        portal.rows = []
        let former = FetchState(["key": "code"])
        #expect(try await fetch(portal).summary.state == nil)
        #expect(try await fetch(portal, since: former).summary.state == former)
    }

    @Test func `does not keep a configured key`() async throws {
        #expect(try await fetch(Portal(), ["key": "code"]).summary.state == nil)
    }
}
