import AggSource
import Testing

@testable import TableSource

struct RowBelowHeaderTests {
    private static let rows = (1...6).map { "\($0),Tree \($0),2024-03-0\($0),\($0).5" }

    @Test(arguments: [
        "integer,string,date,number", "INT,VARCHAR(20),DATE,\"NUMERIC(5,2)\"", "<dbl>,<chr>,<date>,<dbl>",
        "(int),(text),(date),(float)", "no unit,text,yyyy-mm-dd,m",
        "Number of the tree,Species,Day of planting,Height above ground in m",
    ])
    func `skips types, units, and explanations below the header`(row: String) async throws {
        let text = (["id,name,planted,height", row] + Self.rows).joined(separator: "\n")
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == true && found.survey.rows == 6)
        #expect(found.settings.values["columns"] == "id:integer, name, planted:date, height:decimal")
        #expect(found.assumptions == ["the row below the header has units or additional labels, so it is skipped"])
    }

    @Test(arguments: [
        "7,Ash,not measured,not measured", "7,string,date,text", "Total,All,not available,not available",
        "x,Tree 3,Day of planting,Height above ground", "x,Ash,unclear,pending",
        ",text,yyyy-mm-dd,m",
    ])
    func `keeps a row of data with texts above numbers`(row: String) async throws {
        let text = (["id,name,planted,height", row] + Self.rows).joined(separator: "\n")
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == false && found.survey.rows == 7)
    }

    @Test func `reads tables of the US census, whose second row explains the labels`() async throws {
        let text = """
            "GEO_ID","NAME","DP05_0001E","DP05_0001M","DP05_0002E","DP05_0002M"
            "Geography","Geographic Area Name","Estimate!!Total","Margin of Error!!Total","Estimate!!Male","Margin of Error!!Male"
            "0500000US01001","Autauga County, Alabama","58239","*****","28300","121"
            "0500000US01003","Baldwin County, Alabama","227131","*****","110000","(X)"
            "0500000US01005","Barbour County, Alabama","25259","*****","13000","99"
            """
        let found = try await finding(in: text)
        #expect(
            found.settings.values["columns"]
                == "geo_id, name, dp05_0001e:integer, dp05_0001m, dp05_0002e:integer, dp05_0002m:integer")
        #expect(found.settings.roles.key == ["geo_id"] && found.settings.roles.title == ["name"])
    }
}
