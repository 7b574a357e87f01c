import AggSource
import Testing

@testable import TableSource

struct DatePartsTests {
    private static func dates(_ labels: String, _ rows: [String]) async throws -> (roles: [String]?, dates: [String?]) {
        let lines = ["id,name,\(labels)"] + rows.enumerated().map { "A\($0),Oak \($0),\($1)" }
        let text = lines.joined(separator: "\n")
        let found = try await finding(in: text)
        let records = try await fetched(text, found.settings.values).records
        return (found.settings.roles.date, records.map(\.date?.text))
    }

    @Test(
        arguments: [
            ("year,month,day", ["2023,1,31", "2024,12,5"], ["year", "month", "day"], ["2023-01-31", "2024-12-05"]),
            ("ano,mes", ["2023,01", "2024,12"], ["ano", "mes"], ["2023-01-01", "2024-12-01"]),
            ("Jahr,Monat", ["2023,Januar", "2024,März"], ["jahr", "monat"], ["2023-01-01", "2024-03-01"]),
            (
                "iyear,imonth,iday", ["1970,7,2", "1970,0,0"], ["iyear", "imonth", "iday"],
                ["1970-07-02", "1970-01-01"]
            ),
            ("Day,Month,Year", ["5,3,2024", "31,2,2024"], ["year", "month", "day"], ["2024-03-05", nil]),
            ("year,quarter", ["2023,1", "2024,4"], ["year", "quarter"], ["2023-01-01", "2024-10-01"]),
            ("Año,Trimestre", ["2023,T1", "2024,T4"], ["ano", "trimestre"], ["2023-01-01", "2024-10-01"]),
            ("ref_year,ref_month", ["2023,6", "2024,7"], ["ref_year", "ref_month"], ["2023-06-01", "2024-07-01"]),
            (
                "year,month,updated", ["2023,6,2024-01-05", "2024,7,2024-01-06"], ["year", "month"],
                ["2023-06-01", "2024-07-01"]
            ),
        ] as [(String, [String], [String], [String?])])
    func `reads dates from columns of years, months or quarters, and days`(
        labels: String, rows: [String], columns: [String], dates: [String?]
    ) async throws {
        let found = try await Self.dates(labels, rows)
        #expect(found.roles == columns && found.dates == dates)
    }

    @Test(arguments: [
        ("birth_year,birth_month", ["1963,6", "1964,7"]), ("year,month", ["23,6", "24,7"]),
        ("year,month", ["2023,60", "2024,70"]), ("year,day", ["2023,6", "2024,7"]),
    ])
    func `other columns of years and months are no dates`(labels: String, rows: [String]) async throws {
        #expect(try await Self.dates(labels, rows).roles == nil)
    }

    @Test func `a column of dates comes before the parts of a date`() async throws {
        #expect(
            try await Self.dates("year,month,opened", ["2023,6,2024-01-05", "2024,7,2024-01-06"]).roles == ["opened"])
    }

    @Test func `uses the given parts of a date`() async throws {
        let text = "id,built,m\n1,2024,3\n2,2025,\n"
        let records = try await fetched(text, ["date": "built, m"]).records
        #expect(records.map(\.date?.text) == ["2024-03-01", "2025-01-01"])
        #expect(try settings(["date": "built, m"]).values["date"] == "built, m")
    }

    @Test(arguments: [
        ("2024-Q3", "2024-07-01"), ("Q3 2024", "2024-07-01"), ("2024K3", "2024-07-01"), ("2024-T3", "2024-07-01"),
        ("3. Quartal 2024", "2024-07-01"), ("2024 Trimestre 3", "2024-07-01"), ("2024-S2", "2024-07-01"),
        ("2024H2", "2024-07-01"), ("2. Halbjahr 2024", "2024-07-01"), ("2024M07", "2024-07-01"),
        ("202407", "2024-07-01"),
        ("2024-W01", "2024-01-01"), ("2021-W01", "2021-01-04"), ("2020-W53", "2020-12-28"), ("2015W10", "2015-03-02"),
        ("2024-Q5", nil), ("2024-W54", nil), ("202413", nil), ("1.5 2024", nil), ("2024-X1", nil), ("189912", nil),
    ])
    func `reads halves, quarters, months, and weeks`(text: String, date: String?) {
        #expect(PeriodDate.date(Array(text.utf8)[...])?.text == date)
    }

    @Test(arguments: [
        ("quartal", ["1. Quartal 2024", "2. Quartal 2024"], true), ("year_week", ["2020-W10", "2020-W11"], true),
        ("month", ["202301", "202302"], true), ("aaaamm", ["202301", "202302"], true),
        ("code", ["202301", "202302"], false),
        ("month", ["202301", "202313"], false),
    ])
    func `a period is the date if its name says so`(label: String, values: [String], isDate: Bool) async throws {
        #expect(try await Self.dates(label, values).roles == (isDate ? [label] : nil))
    }

    @Test(arguments: [
        ("realtime_start,day", ["2024-03-05,2023-01-01", "2024-03-05,2023-02-01"], "day"),
        ("last_edited_date,observation_date", ["2024-03-05,2023-01-01", "2024-03-06,2023-02-01"], "observation_date"),
        ("start_date,end_date", ["2024-01-15,2024-05-31", "2024-01-15,2024-05-31"], "start_date"),
        ("date_of_birth,hired", ["1963-01-15,2024-05-31", "1964-01-15,2024-06-30"], "hired"),
    ])
    func `the date differs between rows and is not that of another event`(
        labels: String, rows: [String], date: String
    ) async throws {
        #expect(try await Self.dates(labels, rows).roles == [date])
    }

    @Test func `a flag for the latest year leaves the year the date`() async throws {
        let found = try await Self.dates("period,is_latest_year", ["2023,false", "2024,true"])
        #expect(found.roles == ["period"] && found.dates == ["2023-01-01", "2024-01-01"])
    }
}
