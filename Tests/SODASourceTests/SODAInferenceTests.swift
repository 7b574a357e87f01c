import AggSource
import Socrata
import Testing

@testable import SODASource

struct SODAInferenceTests {
    private func columns(_ text: String) -> [SocrataColumn] {
        text.split(separator: " ").map { word in
            let parts = word.split(separator: ":")
            let types: [Substring: SocrataType] = [
                "n": .number, "d": .date, "p": .point, "b": .boolean, "u": .number,
            ]
            let type = parts.count > 1 ? types[parts[1]] ?? .text : .text
            return SocrataColumn(String(parts[0]), type, isUnique: parts.last == "u")
        }
    }

    @Test(arguments: [
        ("inspection_id:n dba_name aka_name address city inspection_date:d", "dba_name", "address", "inspection_date"),
        (
            "unique_key created_date:d closed_date:d agency agency_name complaint_type descriptor incident_address",
            "complaint_type", "incident_address", "created_date"
        ),
        ("objectid:n park_name borough closed_date:d opened:d", "park_name", "borough", "opened"),
        ("title updated_at:d", "title", nil, "updated_at"), ("id:n species height:n", "species", nil, nil),
        ("zip city", "city", nil, nil), ("agency status", "status", "agency", nil), ("a:n b:n", "a", nil, nil),
        ("", nil, nil, nil),
    ])
    func `chooses title, subtitle, and date by name and type`(
        text: String, title: String?, subtitle: String?, date: String?
    ) {
        let roles = SODAInference(columns: columns(text)).roles(over: ColumnRoles())
        #expect(roles.title == title)
        #expect(roles.date == date)
        #expect(roles.subtitle == subtitle)
    }

    /// Creates a sample from rows such as `tree_id=1 name=Oak; tree_id=2 name=Elm`.
    private func sample(_ text: String, given: String? = nil) -> SODASample {
        var sample = SODASample(given: given)
        for line in text.split(separator: ";") {
            let members = line.split(separator: " ").map { word in
                let parts = word.split(separator: "=").map(String.init)
                return JSONObject.Member(parts[0], .string(parts[1]))
            }
            sample.add(JSONObject(members))
        }
        return sample
    }

    @Test(arguments: [
        ("tree_id:u name", nil, "tree_id"), ("tree_id:n name", nil, ":id"), ("name:u", nil, ":id"),
        ("tree_id:u name", "name", "name"),
    ])
    func `uses the publisher's key, a unique column, or the portal's own id as the key`(
        text: String, identifier: String?, expected: String
    ) {
        let inference = SODAInference(columns: columns(text), rowIdentifier: identifier)
        #expect(inference.roles(over: ColumnRoles()).key == expected)
    }

    @Test(arguments: [
        // The published key is checked against the rows.
        ("tree_id:u name", "tree_id", ":id=a tree_id=1;:id=b tree_id=2", "tree_id"),
        ("tree_id:u name", "tree_id", ":id=a tree_id=1;:id=b tree_id=1", ":id"),
        ("zip:u tree_id:u", nil, ":id=a zip=1 tree_id=1;:id=b zip=1 tree_id=2", "tree_id"),
        ("tree_id:n name", nil, ":id=a tree_id=1;:id=b tree_id=2", ":id"),
        // A file has no ids from the portal.
        ("zip inspection_id:n name", nil, "zip=1 inspection_id=7 name=a;zip=1 inspection_id=8 name=b", "inspection_id"),
        ("zip inspection_id name", nil, "zip=1 inspection_id=7;inspection_id=8", "inspection_id"),
        ("zip name", nil, "zip=1 name=a;zip=1 name=b", "name"),
        ("day:d name", nil, "day=1 name=a;day=2 name=a", ":content"),
        // Identical rows count as one.
        ("tree_id name", nil, "tree_id=1 name=a;tree_id=2 name=b;tree_id=1 name=a", "tree_id"),
        ("tree_id name", nil, "tree_id=1 name=a;tree_id=1 name=b;tree_id=2 name=a", ":content"),
        ("tree_id:n name", nil, "", ":id"),
    ])
    func `never uses a column with repeated values as the key`(
        text: String, identifier: String?, rows: String, expected: String
    ) {
        let inference = SODAInference(columns: columns(text), rowIdentifier: identifier, sample: sample(rows))
        #expect(inference.roles(over: ColumnRoles()).key == expected)
    }

    @Test func `finds the columns of all rows`() {
        let sample = sample("name=a day=2024-03-05T00:00:00.000;name=b zip=1 day=soon;name=b zip=1 day=soon")
        #expect(
            sample.columns == [SocrataColumn("name", .text), SocrataColumn("day", .text), SocrataColumn("zip", .text)])
        #expect(sample.count == 2)
    }

    @Test func `keeps configured columns and reports inferred ones`() {
        let configured = ColumnRoles(title: "species", key: "tag")
        let roles = SODAInference(columns: columns("name species address planted:d")).roles(over: configured)
        #expect(roles == ColumnRoles(title: "species", subtitle: "address", date: "planted", key: "tag"))
        #expect(
            SODAInference.notes(on: roles, over: configured) == [
                "inferred from the columns: subtitle address, date planted"
            ])
        #expect(SODAInference.notes(on: roles, over: roles) == [])
    }

    @Test func `uses the content as the key if no column identifies the rows`() async throws {
        let portal = StubPortal(
            StubPortal.State(rows: [
                ["name": "Oak", "day": "2024-03-05T00:00:00.000"], ["name": "Oak", "day": "2024-03-06T00:00:00.000"],
                ["day": "2024-03-05T00:00:00.000", "name": "Oak"],
            ]))
        portal.change { $0.viewAnswer = (404, "") }
        let fetched = try await TestDataSet(roles: ColumnRoles()).fetch(from: portal)
        #expect(Set(fetched.keys).count == 2)
        #expect(fetched.keys[0] == fetched.keys[2])
        #expect(fetched.summary?.notes.last?.hasPrefix("no column identifies the rows") == true)
    }

    @Test func `infers columns from the metadata during a fetch, and says so`() async throws {
        let portal = StubPortal(rows: 3)
        portal.change {
            $0.columns = [("number", "number"), ("name", "text"), ("day", "calendar_date")]
            $0.rowIdentifier = "number"
        }
        let fetched = try await TestDataSet(roles: ColumnRoles()).fetch(from: portal)
        #expect(fetched.records.map(\.title) == ["Place 1", "Place 2", "Place 3"])
        #expect(fetched.keys == ["1", "2", "3"])
        #expect(fetched.records.first?["number"] == .integer(1))
        #expect(
            fetched.summary?.notes == ["inferred from the columns: title name, date day, key number"])
    }

    /// A portal whose publisher names the number of its three rows as their key.
    private static func numberedPortal() -> StubPortal {
        let portal = StubPortal(rows: 3)
        portal.change {
            $0.columns = [("number", "number"), ("name", "text")]
            $0.rowIdentifier = "number"
        }
        return portal
    }

    @Test func `keeps an inferred key from one refresh to the next`() async throws {
        let portal = Self.numberedPortal()
        let dataSet = TestDataSet(roles: ColumnRoles())
        let first = try await dataSet.fetch(from: portal)
        #expect(first.keys == ["1", "2", "3"])
        // Now a row has no number, and the publisher no longer names a key.
        portal.change {
            $0.updatedAt += 1
            $0.rowIdentifier = nil
            $0.rows.append([":id": "row-4", "name": "Place 4"])
        }
        #expect(try await dataSet.fetch(from: portal).keys.first == "row-1")
        let second = try await dataSet.fetch(from: portal, since: first.summary?.state)
        #expect(second.keys == first.keys)
        let third = try await dataSet.fetch(from: portal, since: second.summary?.state)
        #expect(third.result == .unchanged(second.summary?.state))
        portal.change {
            $0.updatedAt += 1
            $0.rows.append([":id": "row-5", "number": "3", "name": "Place 5"])
        }
        let repeating = try await dataSet.fetch(from: portal, since: second.summary?.state)
        #expect(repeating.keys.last == "row-5", "different rows must not become one record")
    }

    @Test func `fails if no row has a value of the inferred key, until refresh --force`() async throws {
        let portal = Self.numberedPortal()
        let dataSet = TestDataSet(roles: ColumnRoles())
        let first = try await dataSet.fetch(from: portal)
        #expect(first.summary?.state?.values["key"] == "number")
        portal.change {
            $0.updatedAt += 1
            $0.columns = [("name", "text")]
            $0.rowIdentifier = nil
            $0.rows = (1...3).map { [":id": .string("row-\($0)"), "name": .string("Place \($0)")] }
        }
        await #expect(
            throws: SourceError.invalidData(
                "(the rows no longer have values in the column “number”, which is their key; set “key: COLUMN” for this "
                    + "source, or refresh it with --force to infer another key)")
        ) { try await dataSet.fetch(from: portal, since: first.summary?.state) }
        #expect(try await dataSet.fetch(from: portal).keys == ["row-1", "row-2", "row-3"])
        portal.change { $0.rows = [] }
        let empty = try await dataSet.fetch(from: portal, since: first.summary?.state)
        #expect(empty.summary?.state?.values["key"] == "number", "a table without rows says nothing about its key")
        let keyed = TestDataSet(roles: ColumnRoles(key: "name"))
        portal.change { $0.rows = [[":id": "row-1", "name": "Place 1"]] }
        #expect(try await keyed.fetch(from: portal, since: first.summary?.state).keys == ["Place-1"])
    }

    @Test func `takes only the key from a column that is not listed`() async throws {
        let portal = StubPortal(rows: 2)
        portal.change {
            $0.columns = [("number", "number"), ("name", "text"), ("address", "text"), ("day", "calendar_date")]
            $0.rowIdentifier = "number"
            for index in $0.rows.indices {
                $0.rows[index]["address"] = "1 Main St"
                $0.rows[index]["site"] = .object(["url": "https://x"])
            }
        }
        var dataSet = TestDataSet(roles: ColumnRoles())
        dataSet.columns = try ColumnList("name, kind").columns
        let record = try #require(try await dataSet.fetch(from: portal).records.first)
        #expect(record.key == "1" && record.title == "Place 1")
        #expect(record.subtitle == nil && record.date == nil && record.url == nil)
        dataSet.columns = try ColumnList("name, address, day:date, site").columns
        let full = try #require(try await dataSet.fetch(from: portal).records.first)
        #expect(full.subtitle == "1 Main St" && full.date != nil && full.url == "https://x")
    }

    @Test func `does not keep a key that only one row suggests`() async throws {
        let portal = StubPortal(rows: 1)
        let dataSet = TestDataSet(roles: ColumnRoles())
        #expect(try await dataSet.fetch(from: portal).summary?.state?.values["key"] == nil)
    }

    @Test func `remembers a limited number of columns, since their names may be values`() {
        #expect(sample((1...1_100).map { "n\($0)=1" }.joined(separator: ";")).columns.count == 1_000)
    }

    @Test func `infers columns from the rows if there is no metadata`() async throws {
        let portal = StubPortal(rows: 3)
        portal.change { $0.viewAnswer = (404, "") }
        let fetched = try await TestDataSet(roles: ColumnRoles()).fetch(from: portal)
        #expect(fetched.records.map(\.title) == ["Place 1", "Place 2", "Place 3"])
        #expect(fetched.keys == ["row-1", "row-2", "row-3"])
        #expect(fetched.records.first?.date == RecordDate(iso8601: "2024-03-05"))
    }

    @Test func `infers the other roles from the rows if only the key is given`() async throws {
        let portal = StubPortal(rows: 3)
        portal.change { $0.viewAnswer = (404, "") }
        let fetched = try await TestDataSet(roles: ColumnRoles(key: "number")).fetch(from: portal)
        #expect(fetched.keys == ["1", "2", "3"])
        #expect(fetched.records.map(\.title) == ["Place 1", "Place 2", "Place 3"])
    }

    @Test func `reports a configured column that does not exist`() async throws {
        let portal = StubPortal(rows: 1)
        portal.change { $0.columns = [("number", "number"), ("name", "text"), ("day", "date")] }
        let roles = ColumnRoles(title: "nam", subtitle: "name", date: "day", key: "number")
        let fetched = try await TestDataSet(roles: roles).fetch(from: portal)
        let note = try #require(fetched.summary?.notes.first)
        #expect(note.hasPrefix("the data set has no column “nam” (title)"))
        #expect(note.contains("name"))
    }

    @Test func `reports a listed column that does not exist`() async throws {
        let portal = StubPortal(rows: 1)
        portal.change { $0.columns = [("number", "number"), ("name", "text"), ("date", "text")] }
        var dataSet = TestDataSet()
        dataSet.roles = ColumnRoles(title: "name", subtitle: "name", date: "date", key: "number")
        dataSet.columns = try ColumnList("nmae, date, number:integer").columns
        #expect(
            try await dataSet.fetch(from: portal).summary?.notes == [
                "the data set has no column “nmae” (columns); did you mean “name”?"
            ])
    }

    @Test func `says that a data set has a new column that is not listed`() async throws {
        let portal = StubPortal(rows: 1)
        portal.change { $0.columns = [("number", "number"), ("name", "text"), ("left out", "text")] }
        var dataSet = TestDataSet()
        dataSet.roles = ColumnRoles(title: "name", subtitle: "name", date: "name", key: "number")
        dataSet.columns = try ColumnList("name, number:integer").columns
        let first = try await dataSet.fetch(from: portal)
        #expect(first.summary?.notes.isEmpty == true)
        portal.change {
            $0.updatedAt += 1
            $0.columns += [("fee, total", "number"), ("area", "polygon")]
        }
        let note = "the rows have a new column “fee, total” that is not listed in “columns”, so it is not kept"
        let second = try await dataSet.fetch(from: portal, since: first.summary?.state)
        #expect(second.summary?.notes == [note])
        portal.change { $0.updatedAt += 1 }
        let third = try await dataSet.fetch(from: portal, since: second.summary?.state)
        #expect(third.summary?.notes == [note], "the note stays until the configuration changes")
    }
}
