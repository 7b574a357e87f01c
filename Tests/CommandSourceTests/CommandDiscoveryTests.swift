import AggProcess
import AggSource
import AggTesting
import CommandSource
import Foundation
import TestSupport
import Testing

/// The proposals of `source add command`.
struct CommandDiscoveryTests {
    private func discover(
        _ script: String, file: Bool = false, given: [String: String] = [:]
    ) async throws -> Discovery {
        let folder = try TemporaryFolder()
        let path = folder.path("trees.sh")
        try ("#!/bin/sh\n" + script).write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let services = SourceServices(http: StubHTTPClient(), programs: SubprocessRunner())
        let text = (file ? URL(fileURLWithPath: path).absoluteString : path) + (file ? "%20" : " ") + "one"
        return try await CommandSource.discover(text, given: given, services)
    }

    @Test(arguments: [true, false])
    func `proposes the program, its columns with their types, and their roles`(isAddress: Bool) async throws {
        let discovery = try await discover(
            #"echo "{\"id\": 1, \"name\": \"$1\", \"height\": 12.5, \"planted\": \"1990-04-01\", \"Is old\": true}""#,
            file: isAddress)
        #expect(discovery.id == "trees")
        #expect(discovery.lists["command"]?.last == "one")
        #expect(discovery.lists["command"]?.first?.hasSuffix("/trees.sh") == true)
        #expect(discovery.values["columns"] == "id:integer, name, height:decimal, planted:date, Is old:boolean")
        #expect(discovery.values["key"] == "id" && discovery.values["title"] == "name")
        #expect(discovery.values["date"] == "planted")
        #expect(discovery.findings[0].hasSuffix("printed 1 row"))
    }

    @Test func `takes the only column as key and title, so that titles keep their blanks`() async throws {
        let discovery = try await discover(#"echo '{"phrase": "it is one"}'; echo '{"phrase": "two"}'"#)
        #expect(discovery.values["key"] == "phrase" && discovery.values["title"] == "phrase")
    }

    @Test func `takes a name for the title although it is also the key`() async throws {
        let rows = #"echo '{"name": "Oslo", "population": 7, "region": "East"}'"#
        let more = #"echo '{"name": "Bergen", "population": 2, "region": "West"}'"#
        let values = try await discover("\(rows); \(more)").values
        #expect(values["key"] == "name" && values["title"] == "name" && values["subtitle"] == "region")
    }

    @Test func `keeps columns of objects and lists, and names with commas, colons, and blanks`() async throws {
        let row =
            #"{"id":1,"name":"Oak","owner":{"city":"Oslo"},"tags":["a"],"dc:title":"T","a, b":5,"two  blanks":7}"#
        let columns =
            #"id:integer, name, owner, tags:list, "dc:title", "a, b":integer, "two  blanks":integer"#
        #expect(try await discover("echo '\(row)'").values["columns"] == columns)
        let object = try await discover(#"echo '{"id": 1, "owner": {"city": "Oslo"}}'"#).values
        #expect(object["title"] == "id" && object["columns"] == "id:integer, owner")
        let named = try await discover(#"echo '{"a, b": "x"}'; echo '{"a, b": "y"}'"#).values
        #expect(named["key"] == #""a, b""# && named["title"] == "a, b")
    }

    @Test(arguments: [("$i", "id"), ("$((i > 1001 ? 1001 : i))", "name")])
    func `checks the key in all rows`(id: String, key: String) async throws {
        let row = #"echo "{\"id\": \#(id), \"name\": \"Tree $i\"}""#
        let values = try await discover("i=0; while [ $i -lt 1002 ]; do i=$((i+1)); \(row); done").values
        #expect(values["key"] == key)
    }

    @Test(arguments: [("Saint Ouen", "name"), ("Saint  Denis", ":content")])
    func `takes no key that repeats once its blanks are hyphens`(other: String, key: String) async throws {
        let rows = #"echo '{"name": "Saint-Denis"}'; echo '{"name": "\#(other)"}'"#
        #expect(try await discover(rows).values["key"] == key)
    }

    @Test func `takes a name for the title, not a time or an e-mail address, and coordinates by their range`()
        async throws
    {
        let row =
            #"{"at":"9:05","email_address":"a@x.example","place":"Oslo","site_lat":59.9,"site_lon":10.7,"x":1,"y":2}"#
        let values = try await discover("echo '\(row)'").values
        #expect(values["title"] == "place" && values["subtitle"] == nil)
        #expect(values["latitude"] == "site_lat" && values["longitude"] == "site_lon")
    }

    @Test func `uses given columns, and rejects one that no row has`() async throws {
        let services = SourceServices(http: StubHTTPClient(), programs: SubprocessRunner())
        let text = #"echo '{"id": 1, "name": "Oak", "kind": "tree"}'"#
        let found = try await CommandSource.discover(text, given: ["title": "kind"], services)
        #expect(found.values["title"] == "kind" && found.values["subtitle"] == "name")
        let refusal = SourceError.refused("“nmae” is not a column, so it cannot be the title; did you mean “name”?")
        await #expect(throws: refusal) {
            try await CommandSource.discover(text, given: ["title": "nmae"], services)
        }
    }

    @Test(arguments: [
        (#"echo '{"n":"x","id":1}'; echo '{"n":"y","id":2}'; echo '{"n":"x","id":3}'"#, "n", "1 of 3", "id"),
        (#"echo '{"code":"A B","id":1}'; echo '{"code":"A-B","id":2}'"#, "code", "1 of 2", "id"),
        (
            #"echo '{"a":1,"b":2,"c":1}'; echo '{"a":1,"b":2,"c":2}'; echo '{"a":2,"b":2,"c":2}'"#, "a, b", "1 of 3",
            ":content"
        ),
        (
            #"i=0; while [ $i -lt 1002 ]; do i=$((i+1)); echo "{\"id\": $i, \"n\": $((i % 1001))}"; done"#, "n",
            "1 of 1002", "id"
        ),
    ])
    func `rejects a given key that is not unique in all rows`(
        script: String, key: String, rows: String, other: String
    ) async throws {
        let refusal = SourceError.refused(
            "“\(key)” is not unique: it has repeated values in \(rows) rows; use --key \(other)")
        await #expect(throws: refusal) { try await discover(script, given: ["key": key]) }
        #expect(try await discover(script, given: ["key": other]).values["key"] == other)
    }

    @Test func `a given key may repeat in a line that is printed twice, but not be missing in all rows`() async throws {
        let script = #"echo '{"id":1,"note":null}'; echo '{"id":2,"note":null}'; echo '{"id":1,"note":null}'"#
        #expect(try await discover(script, given: ["key": "id"]).values["key"] == "id")
        await #expect(throws: SourceError.refused("no row has a value for “note”, so it cannot be the key")) {
            try await discover(script, given: ["key": "note"])
        }
    }

    @Test func `a quoted argument stays whole`() async throws {
        let services = SourceServices(http: StubHTTPClient(), programs: SubprocessRunner())
        let discovery = try await CommandSource.discover(
            #"sh -c 'echo "$0"' '{"name": "it is"}' it's"#, services)
        #expect(discovery.lists["command"] == ["sh", "-c", #"echo "$0""#, #"{"name": "it is"}"#, "it's"])
        #expect(discovery.columns.map(\.name) == ["name"])
    }

    @Test(arguments: [
        ("exit 3", "trees.sh exited with status 3"), ("true", "refused: trees.sh printed no rows"),
        ("echo '[1]'", "refused: trees.sh printed no rows"),
        (
            "echo Loading...",
            "invalid data at line 1: expected one JSON object per line, but ‘L’ cannot start a value: “Loading...”"
        ),
    ])
    func `adds nothing if the program prints no rows`(script: String, reason: String) async throws {
        let error = await #expect(throws: SourceError.self) { try await discover(script) }
        #expect(error?.reason().hasPrefix(reason) == true)
    }

    @Test func `shows the columns with their types, their roles, and the first rows`() async throws {
        let rows = (1...4).map { number in
            #"{"id":\#(number),"name":"T\#(number)","tags":["a","b"],"#
                + #""place":{"type":"Point","coordinates":[\#(number).5,60]}}"#
        }
        let columns = try await discover(rows.map { "echo '\($0)'" }.joined(separator: "; ")).columns
        #expect(columns.map(\.kind) == [.integer, .text, .list, .text])
        #expect(columns.map(\.roles) == [["key"], ["title"], [], ["coordinates"]])
        #expect(columns.first?.examples == ["1", "2", "3"])
        #expect(columns[2].examples.first == "a, b")
    }

    @Test func `lists columns that first appear in a late row`() async throws {
        let row = #"i=0; while [ $i -lt 1005 ]; do i=$((i+1)); echo "{\"id\": $i}"; done"#
        let late =
            #"echo '{"id": 2000, "late": 5, "day": "2024-01-05"}'; echo '{"id": 2001, "late": 5.5, "day": null}'"#
        let discovery = try await discover("\(row); \(late)")
        #expect(discovery.values["columns"] == "id:integer, late:decimal, day:date")
        #expect(discovery.columns.map(\.name) == ["id", "late", "day"])
    }

    @Test func `lists only the first late columns of rows that use data as names`() async throws {
        let row = #"[ $i -gt 1000 ] && late=", \"n$i\": 1"; echo "{\"id\": $i$late}""#
        let discovery = try await discover("i=0; while [ $i -lt 2500 ]; do i=$((i+1)); \(row); done")
        let columns = discovery.values["columns"]?.split(separator: ",") ?? []
        #expect(columns.count == 1_001)
        #expect(columns.last == " n2000:integer")
    }

    @Test func `counts only objects as rows, and says what other lines are`() async throws {
        let discovery = try await discover(#"echo 'true'; echo '{"id": 1}'; echo '[2]'; echo '{"id": 2}'"#)
        #expect(discovery.findings[0].hasSuffix("printed 2 rows"))
        #expect(discovery.findings[1] == "2 lines are skipped (first: line 1 is a boolean, not an object)")
        let error = await #expect(throws: SourceError.self) { try await discover(#"echo '[{"id": 1}]'"#) }
        #expect(error?.reason().hasSuffix("but line 1 is an array, not an object") == true)
    }

    @Test(arguments: [("Código", "Nombre"), ("Kennziffer", "Bezeichnung"), ("code", "Libellé")])
    func `takes a name in another language for the title`(code: String, name: String) async throws {
        let rows = #"echo '{"\#(code)": "A1", "\#(name)": "Oslo"}'; echo '{"\#(code)": "A2", "\#(name)": "Rome"}'"#
        #expect(try await discover(rows).values["title"] == name)
    }
}
