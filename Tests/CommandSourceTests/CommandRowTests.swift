import AggSource
import CommandSource
import Foundation
import TestSupport
import Testing

/// How rows become records.
struct CommandRowTests {
    private func fetch(_ lines: String..., values: [String: ParameterValue] = [:]) async throws -> Running.Outcome {
        var running = try Running()
        running.values = values
        return try await running.fetch("cat <<'END'\n\(lines.joined(separator: "\n"))\nEND\n")
    }

    @Test func `chooses the columns by their names and values`() async throws {
        let outcome = try await fetch(
            #"{"id": 1, "name": "Oak", "address": "1 Main St", "planted": "1990-04-01", "lat": 40.5, "lon": -73.5, "url": "https://a.example/1", "tags": ["a", "b"], "height": 12.5, "Is old": true}"#,
            #"{"id": 2, "name": "Elm", "address": "2 Main St", "planted": "1991-04-01", "lat": 41, "lon": -74, "url": "https://a.example/2"}"#
        )
        let record = try #require(outcome.records.first)
        #expect(record.key == "1" && record.title == "Oak" && record.subtitle == "1 Main St")
        #expect(record.date?.text == "1990-04-01" && record.url == "https://a.example/1")
        #expect(record.coordinate == Coordinate(latitude: 40.5, longitude: -73.5))
        #expect(record["tags"] == .list(["a", "b"]) && record["height"] == .decimal(12.5))
        #expect(record["is_old"] == .boolean(true))
        #expect(
            outcome.summary?.notes == [
                "inferred from the columns: key id, title name, subtitle address, date planted, latitude lat, longitude lon, url url"
            ])
    }

    @Test func `takes a configured key for the title if it is the best one, but not an id`() async throws {
        let named = try await fetch(
            #"{"place": "Oslo", "region": "East side"}"#, #"{"place": "Rome", "region": "West side"}"#,
            values: ["key": .text("place")])
        #expect(named.records.map(\.title) == ["Oslo", "Rome"])
        let coded = try await fetch(
            #"{"sku": "the first one", "place": "Oslo"}"#, #"{"sku": "the second one", "place": "Rome"}"#,
            values: ["key": .text("sku")])
        #expect(coded.records.map(\.title) == ["Oslo", "Rome"])
    }

    @Test func `does not take the configured title for the subtitle too, however it is written`() async throws {
        let outcome = try await fetch(
            #"{"Tree Name": "Oak", "note": "old oak"}"#, #"{"Tree Name": "Elm", "note": "young elm"}"#,
            values: ["title": .text("Tree Name")])
        #expect(outcome.records.map(\.title) == ["Oak", "Elm"])
        #expect(outcome.records.map(\.subtitle) == ["old oak", "young elm"])
    }

    @Test func `infers the columns from fewer rows if the rows are large`() async throws {
        let outcome = try await Running().fetch(
            """
            pad=$(head -c 950000 /dev/zero | tr '\\0' ' ')
            row=0
            while [ $row -lt 36 ]; do
              row=$((row + 1))
              echo "{\\"id\\": $row, \\"color\\": \\"color $row\\"$pad}"
            done
            echo '{"id": 37, "color": "color 37", "name": "Oak"}'

            """)
        #expect(outcome.records.count == 37 && outcome.records.last?.title == "color 37")
    }

    @Test(arguments: [nil, "id"])
    func `stores a row of almost 1 MB whose title and subtitle are inferred from its longest texts`(key: String?)
        async throws
    {
        var running = try Running()
        running.values["key"] = key.map { .text($0) }
        let outcome = try await running.fetch(
            """
            text() { head -c 490000 /dev/zero | tr '\\0' $1; }
            printf '{"id": 1, "name": "a %s", "note": "b %s"}\\n{"id": 2, "name": "c", "note": "d"}\\n' $(text x) $(text y)
            """)
        #expect(outcome.records.map(\.title.count) == [490_002, 1])
        #expect(outcome.records.first?.subtitle?.count == 490_002)
    }

    @Test func `uses the configured columns with their types`() async throws {
        let outcome = try await fetch(
            #"{"region": "E/U", "n": 1, "label": " Oak ", "when": 1767225600, "fee": "12.50", "rest": 1}"#,
            #"{"region": "US", "n": 1, "label": "Elm", "when": 1767225600000}"#,
            values: [
                "key": .text("region, n"), "title": .text("label"), "date": .text("when"),
                "columns": .text("fee:decimal, n:integer"),
            ])
        #expect(outcome.records.map(\.key) == ["E%2FU/1", "US/1"])
        #expect(outcome.records.map(\.title) == ["Oak", "Elm"])
        #expect(outcome.records.map(\.date?.text) == ["2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z"])
        #expect(outcome.records.first?.fields == [.init("fee", .decimal(12.5)), .init("n", .integer(1))])
    }

    @Test func `stores values that do not fit the types of their columns as text, and says so`() async throws {
        let values = ["columns": ParameterValue.text("fee:integer, due:date, old:boolean, tags:list")]
        let fits = try await fetch(
            #"{"id": 1, "fee": 10, "due": "2024-02-01", "old": true, "tags": []}"#,
            #"{"id": 2, "fee": 10.5, "due": null, "old": " ", "tags": "a"}"#, values: values)
        #expect(fits.records.last?["fee"] == .decimal(10.5))
        #expect(fits.records.map { $0.fields.count } == [3, 2])
        #expect(fits.summary?.notes.contains { $0.contains("stored as text") } == false)
        let odd = try await fetch(
            #"{"id": 1, "fee": "10 EUR", "due": "2024-02-01"}"#, #"{"id": 2, "fee": 10, "due": "01.02.2024"}"#,
            values: values)
        #expect(odd.records.first?["fee"] == .text("10 EUR") && odd.records.last?["due"] == .text("01.02.2024"))
        #expect(
            odd.summary?.notes.last
                == "2 values do not fit the types of their columns and are stored as text (first: “10 EUR” in fee at item 1)"
        )
    }

    @Test func `a number with more digits than agg can store stays text`() async throws {
        let outcome = try await fetch(
            #"{"id": 18446744073709551601, "fee": 1234567890123456.78}"#, #"{"id": 2, "fee": 0.30000000000000004}"#,
            values: ["columns": .text("id:integer, fee:decimal")])
        #expect(outcome.records.first?["id"] == .text("18446744073709551601"))
        #expect(outcome.records.map { $0["fee"] } == [.text("1234567890123456.78"), .decimal(0.30000000000000004)])
        #expect(outcome.summary?.notes.contains { $0.contains("2 values do not fit") } == true)
    }

    @Test func `keeps a configured column with an object, and names in quotes`() async throws {
        let outcome = try await fetch(
            #"{"a, b": "x/y", "owner": {"city": "Oslo"}, "dc:title": "T", "two  blanks": 7}"#,
            values: [
                "key": .text(#""a, b", dc:title"#),
                "columns": .text(#"owner, "dc:title", "a, b" : text, "two  blanks":integer"#),
            ])
        let record = try #require(outcome.records.first)
        #expect(record.key == "x%2Fy/T" && record["owner"] == .text(#"{"city":"Oslo"}"#))
        #expect(record.fields.map(\.name) == ["owner", "dc_title", "a_b", "two_blanks"])
    }

    @Test func `reads numbers below 10,000 as years rather than as times`() async throws {
        let outcome = try await fetch(
            #"{"id": 1, "year": 2019}"#, #"{"id": 2, "year": 86400}"#, values: ["date": .text("year")])
        #expect(outcome.records.map(\.date?.text) == [nil, "1970-01-02T00:00:00Z"])
    }

    @Test func `notes a configured column that no row has`() async throws {
        let outcome = try await fetch(
            #"{"id": 1, "name": "Oak", "note": null}"#, #"{"id": 2, "name": "Elm"}"#,
            values: [
                "title": .text("nmae"), "subtitle": .text("note"), "columns": .text("id:integer, hieght, fullName"),
            ])
        #expect(
            outcome.summary?.notes.prefix(3) == [
                "the output has no column “nmae” (title); did you mean “name”?",
                "the output has no column “hieght” (columns)",
                "the output has no column “fullName” (columns); did you mean “name”?",
            ])
    }

    @Test(arguments: [
        ("tree_number", "; did you mean “tree_no” or “House Number”?"), ("tree_noo", "; did you mean “tree_no”?"),
        ("treeID", "; did you mean “tree_no”?"), ("number", "; did you mean “House Number”?"),
        ("xyz", "; the columns are tree_no, House Number, note"),
    ])
    func `rejects a configured key that no row has, with similar names`(key: String, hint: String) async throws {
        let outcome = try await fetch(
            #"{"tree_no": 1, "House Number": 5, "note": null}"#, #"{"tree_no": 2, "House Number": 5}"#,
            values: ["key": .text("note, \(key)")])
        #expect(outcome.error == .refused("“\(key)” is not a column, so it cannot be the key\(hint)"))
    }

    @Test func `rejects a configured key that repeats in another row`() async throws {
        let outcome = try await fetch(
            #"{"id": 1, "name": "Oak"}"#, #"{"id": 1, "name": "Oak"}"#, #"{"id": 1, "name": "Elm"}"#,
            values: ["key": .text("id")])
        #expect(
            outcome.error
                == .invalidData(
                    "at line 3: the key “id” is not unique: “1” appears more than once; add a column, e.g. “key: id, "
                        + "OTHER”, or use “key: :content”"))
    }

    @Test func `uses the content as the key if no column is unique, and says so`() async throws {
        let outcome = try await fetch(
            #"{"id": 1, "name": "Oak"}"#, #"{"id": 1, "name": "Elm"}"#, #"{"name": "Elm", "id": 1}"#)
        #expect(Set(outcome.records.map(\.key)).count == 3)
        #expect(outcome.summary?.notes.last?.hasPrefix("no column identifies the rows") == true)
    }

    @Test(arguments: [nil, ":content"])
    func `keeps a repeated row that is written in another way, and those after it`(key: String?) async throws {
        let outcome = try await fetch(
            #"{"a": "x one", "b": 1}"#, #"{"a": "x two", "b": 1}"#, #"{"b": 1, "a": "x two"}"#,
            #"{"a": "x three", "b": 1}"#, #"{"a": "x three", "b": 2}"#, #"{"a": "x four", "b": 2}"#,
            values: key.map { ["key": .text($0)] } ?? [:])
        #expect(Set(outcome.records.map(\.key)).count == 6)
        #expect(Set(outcome.records.map(\.title)) == ["x one", "x two", "x three", "x four"])
    }

    @Test func `the digest of a row does not depend on the order of members, even in objects`() async throws {
        let outcome = try await fetch(
            #"{"a": "x", "b": {"c": 1, "d": [{"e": 2, "f": 3}]}}"#,
            #"{"b": {"d": [{"f": 3, "e": 2}], "c": 1}, "a": "x"}"#, values: ["key": .text(":content")])
        let keys = outcome.records.map(\.key)
        #expect(keys.count == 2 && keys.last == keys.first.map { $0 + "-2" })
    }

    @Test func `keeps an inferred key as rows and columns are added`() async throws {
        let running = try Running()
        func script(_ count: Int, _ members: String) -> String {
            #"i=0; while [ $i -lt \#(count) ]; do i=$((i+1)); echo "{\#(members)}"; done"#
        }
        let members = #"\"name\": \"Tree $i\", \"size\": $((i % 7))"#
        let first = try await running.fetch(script(1_000, members))
        #expect(first.records.last?.key == "Tree-1000")
        let more = try await running.fetch(script(1_001, members), since: first.state)
        #expect(more.records.prefix(1_000).map(\.key) == first.records.map(\.key))
        let wider = try await running.fetch(script(1_001, #"\"id\": $i, "# + members), since: more.state)
        #expect(wider.records.map(\.key) == more.records.map(\.key))
        let new = try await running.fetch(script(1_001, members))
        #expect(new.records.last?.key == "Tree-1001")
    }

    @Test(arguments: [nil, "имя, город"])
    func `names of columns without Latin letters are transliterated`(columns: String?) async throws {
        let outcome = try await fetch(
            #"{"id": 1, "имя": "Анна", "город": "Москва"}"#, #"{"id": 2, "имя": "Борис", "город": "Тверь"}"#,
            values: columns.map { ["columns": .text($0)] } ?? [:])
        let names = outcome.records.first?.fields.map(\.name) ?? []
        #expect(names.suffix(2) == ["ima", "gorod"])
    }

    @Test func `columns that differ only in case get different names`() async throws {
        let outcome = try await fetch(#"{"id": 1, "Fee": 2, "fee": 3}"#, #"{"id": 2, "fee": 4}"#)
        #expect(outcome.records.first?["fee"] == .integer(2) && outcome.records.first?["fee_2"] == .integer(3))
        #expect(outcome.records.last?["fee_2"] == .integer(4))
    }

    @Test func `rereads rows by content if the key of the first rows repeats later, and remembers that`()
        async throws
    {
        let running = try Running()
        let script = """
            echo run >> \(running.folder.path("runs"))
            i=0; while [ $i -lt 1100 ]; do i=$((i+1)); echo "{\\"id\\": $i, \\"name\\": \\"Tree $i\\"}"; done
            echo '{"id": 7, "name": "Another"}'
            """
        let outcome = try await running.fetch(script)
        #expect(Set(outcome.records.map(\.key)).count == 1_101)
        let runs = {
            try String(contentsOfFile: running.folder.path("runs"), encoding: .utf8).split(separator: "\n").count
        }
        #expect(try runs() == 2)
        let again = try await running.fetch(script, since: outcome.state)
        #expect(again.records == outcome.records)
        #expect(try runs() == 3)
    }

    @Test(arguments: [
        (["command": ParameterValue.list([])], "trees: missing command"),
        (["command": .list(["a\0b"])], "trees: an argument of the command contains U+0000"),
        (["secrets": .mapping(["A": .string("x")])], "trees: the secret A must be {command"),
        (["secrets": .mapping(["1A": .object(["env": .string("B")])])], "trees: “1A” is not a valid name for an"),
        (["env": .list(["A=B"])], "trees: “A=B” is not a valid name for an"),
        (["columns": .text("a:number")], "trees: unknown column type “number”"),
    ])
    func `reports what is wrong with a configuration`(values: [String: ParameterValue], fault: String) throws {
        let id = try #require(SourceID("trees"))
        let all = ["command": ParameterValue.list(["x"])].merging(values) { $1 }
        let faults = #expect(throws: ConfigurationFaults.self) {
            try CommandSource(SourceConfiguration(id: id, kind: CommandSource.kind, values: all))
        }
        #expect(faults?.faults.first?.message.hasPrefix(fault) == true)
    }

    @Test func `keeps each repetition of a row that its content identifies`() async throws {
        let row = #"{"city": "Oslo", "n": 1}"#
        let outcome = try await fetch(row, row, #"{"city": "Rome", "n": 1}"#, #"{"n": 1, "city": "Oslo"}"#)
        let keys = outcome.records.map(\.key)
        #expect(Set(keys).count == 4 && keys[1] == keys[0] + "-2" && keys[3] == keys[0] + "-3")
    }

    @Test func `names a column with accents without them`() async throws {
        let outcome = try await fetch(#"{"id": 1, "Größe": 5, "naïve": 6, "Código": "x", "名前": "y", "L'été": 7}"#)
        let names = Set(outcome.records.first?.fields.map(\.name) ?? [])
        #expect(names.isSuperset(of: ["id", "grosse", "naive", "codigo", "lete"]))
    }

    @Test func `says that rows have a new column that is not listed`() async throws {
        var running = try Running()
        running.values = ["key": .text("id"), "title": .text("id"), "columns": .text("id:integer")]
        let first = try await running.fetch(#"echo '{"id": 1, "left out": 5}'"#)
        #expect(first.summary?.notes.isEmpty == true)
        let second = try await running.fetch(#"echo '{"id": 1, "left out": 5, "extra": 6}'"#, since: first.state)
        let note = "the rows have a new column “extra” that is not listed in “columns”, so it is not kept"
        #expect(second.summary?.notes == [note])
        let third = try await running.fetch(#"echo '{"id": 1, "extra": 6}'"#, since: second.state)
        #expect(third.summary?.notes == [note])
    }
}
