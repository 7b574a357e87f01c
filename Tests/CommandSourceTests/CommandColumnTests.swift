import AggSource
import CommandSource
import Testing

/// How rows are read as their columns change from one refresh to the next.
struct CommandColumnTests {
    private func fetch(
        _ lines: String..., values: [String: ParameterValue] = [:], since state: FetchState? = nil
    ) async throws -> Running.Outcome {
        var running = try Running()
        running.values = values
        return try await running.fetch("cat <<'END'\n\(lines.joined(separator: "\n"))\nEND\n", since: state)
    }

    @Test func `infers nothing but the key and the coordinates from columns that are not listed`() async throws {
        let values: [String: ParameterValue] = ["columns": .text("id:integer, name")]
        let (oak, elm) = (#""id": 1, "name": "Oak""#, #""id": 2, "name": "Elm""#)
        let first = try await fetch("{\(oak)}", "{\(elm)}", values: values)
        let others = #""owner": "city of Oslo", "planted": "1990-04-01", "url": "https://a.example""#
        let second = try await fetch("{\(oak), \(others)}", "{\(elm), \(others)}", values: values, since: first.state)
        #expect(second.records == first.records)
        #expect(
            second.summary?.notes == [
                "inferred from the columns: key id, title name",
                "the rows have new columns “owner”, “planted”, “url” that are not listed in “columns”, so they are "
                    + "not kept",
            ])
        let unlisted = try await fetch(
            #"{"id": 1, "name": "Oak", "lat": 1.5, "lon": 2.5}"#, "{\(elm)}", values: ["columns": .text("name")])
        #expect(unlisted.records.map(\.key) == ["1", "2"])
        #expect(unlisted.records.first?.coordinate == Coordinate(latitude: 1.5, longitude: 2.5))
    }

    @Test(arguments: [
        #""city": "Oslo""#, #""city": "Oslo", "code": null"#, #""city": "Oslo", "code": " ""#,
        #""city": "Oslo", "code": {"n": 1}"#,
    ])
    func `fails if the rows no longer have the inferred key, until refresh --force`(members: String) async throws {
        let first = try await fetch(#"{"code": "A1", "city": "Oslo"}"#, #"{"code": "A2", "city": "Rome"}"#)
        #expect(first.records.map(\.key) == ["A1", "A2"])
        let rows = ["{\(members)}", "{\(members.replacing("Oslo", with: "Rome"))}"]
        let second = try await fetch(rows[0], rows[1], since: first.state)
        #expect(
            second.error
                == .invalidData(
                    "(the rows no longer have the column “code”, which is their key; set “key: COLUMN” for this source, "
                        + "or refresh it with --force to infer another key)"))
        #expect(second.records.isEmpty)
        #expect(try await fetch(rows[0], rows[1]).records.map(\.key) == ["Oslo", "Rome"])
        #expect(try await fetch(since: first.state).state?.values["key"] == "code")
    }

    @Test func `skips a row that lacks the key inferred earlier, unless that key repeats`() async throws {
        let (oak, elm, ash) = (#"{"id": 1, "name": "Oak"}"#, #"{"id": 2, "name": "Elm"}"#, #"{"name": "Ash"}"#)
        let first = try await fetch(oak, elm)
        let second = try await fetch(oak, ash, elm, since: first.state)
        #expect(second.records == first.records)
        #expect(second.summary?.skipped.text == "1 skipped (item 2 has no id)")
        #expect(second.state?.values["key"] == "id")
        let repeating = try await fetch(oak, ash, elm, #"{"id": 2, "name": "Fir"}"#, since: second.state)
        #expect(Set(repeating.records.map(\.key)).count == 4)
        #expect(repeating.state?.values["key"] == ":content")
    }

    @Test func `keeps the order of fields, whatever the order of members`() async throws {
        let first = try await fetch(
            #"{"id": 1, "name": "Oak", "Fee": 5, "fee": 6}"#, #"{"fee": 8, "Fee": 7, "name": "Elm", "id": 2}"#)
        let names = ["id", "name", "fee", "fee_2"]
        #expect(first.records.map { $0.fields.map(\.name) } == [names, names])
        let second = try await fetch(
            #"{"fee": 6, "Fee": 5, "id": 1, "name": "Oak"}"#,
            #"{"new": true, "name": "Elm", "fee": 8, "Fee": 7, "id": 2}"#, since: first.state)
        #expect(second.records[0] == first.records[0])
        #expect(second.records[1].fields.map(\.name) == names + ["new"])
        // The next refresh knows the new column, too.
        let third = try await fetch(#"{"new": true, "id": 1, "more": 1}"#, #"{"id": 2}"#, since: second.state)
        #expect(third.records[0].fields.map(\.name) == ["id", "new", "more"])
    }

    @Test func `takes no column of numbers in quotes for the subtitle if it is listed as one`() async throws {
        let rows = [#"{"id": 1, "name": "Oak", "fee": 12.5}"#, #"{"id": 2, "name": "Elm", "fee": "12.5 or so"}"#]
        let text = try await fetch(rows[0], rows[1])
        #expect(text.records.map(\.subtitle) == ["12.5", "12.5 or so"])
        let listed = try await fetch(rows[0], rows[1], values: ["columns": .text("id:integer, name, fee:decimal")])
        #expect(listed.records.map(\.subtitle) == [nil, nil])
    }
}
