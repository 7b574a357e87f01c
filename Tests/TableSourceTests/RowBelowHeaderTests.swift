import AggSource
import Testing

@testable import TableSource

struct RowBelowHeaderTests {
    private static let rows = (1...6).map { "\($0),Tree \($0),2024-03-0\($0),\($0).5" }

    @Test(arguments: [
        "integer,string,date,number", "INT,VARCHAR(20),DATE,\"NUMERIC(5,2)\"", "<dbl>,<chr>,<date>,<dbl>",
        "(int),(text),(date),(float)", "no unit,text,yyyy-mm-dd,m", ",text,yyyy-mm-dd,m", ",name,,m",
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
        ",Ash,unclear,pending", ",text,2024-03-09,m", ",Tree 3,yyyy-mm-dd,m",
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

    @Test(arguments: [
        "id,temp,sun\n,degC,hours\n1,7.7,3.1\n2,10.1,59.4#\n3,14.2,12.1#\n",
        "id,temp,n\n,degC,name\n1,7.7,ab\n2,10.1,cd\n3,14.2,ef\n",
        "id,temp,sun\n,degC,hours\n1,7.7,---\n2,10.1,---\n3,14.2,---\n",
        """
        GEO_ID,NAME,B01003_001E,B01003_001M
        Geography,Geographic Area Name,Estimate!!Total,Margin of Error!!Total
        0500000US01001,"Autauga County, Alabama",55639,*****
        0500000US01003,"Baldwin County, Alabama",218289,*****
        0500000US01005,"Barbour County, Alabama",25026,*****
        """,
    ])
    func `skips units and explanations beside columns of flagged or missing numbers`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == true && found.survey.rows == 3)
    }

    @Test(arguments: [
        "code,value,comment\nA7,not available,see the appendix\nA1,5,\nA2,6,\nA3,7,\n",
        "id,temp,sun\n,closed,closed\n1,7.7,3.1\n2,10.1,59.4#\n3,4.2,8.8\n",
        "id,state,size\n,done,12#\n1,new,7.7\n2,old,10.1#\n3,old,3.5\n",
    ])
    func `keeps a row of data beside flagged or missing numbers`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == false && found.survey.rows == 4)
    }

    @Test func `skips both rows that Qualtrics writes below the labels`() async throws {
        let text = """
            StartDate,Progress,ResponseId,Q1
            Start Date,Progress,Response ID,How was it?
            "{""ImportId"":""startDate""}","{""ImportId"":""progress""}","{""ImportId"":""_recordId""}","{""ImportId"":""Q1""}"
            2024-03-01 10:00:00,100,R_1,Good
            2024-03-02 11:00:00,100,R_2,Bad
            """
        let found = try await finding(in: text)
        #expect(found.survey.rows == 2)
        #expect(found.settings.values["columns"] == "start_date:date, progress:integer, response_id, q1")
        #expect(found.assumptions == ["the two rows below the header explain the labels, so they are skipped"])
        #expect(try await fetched(text, found.settings.values.filter { $0.key != "url" }).records.count == 2)
    }

    @Test func `combines the questions of SurveyMonkey with their answers`() async throws {
        let text = """
            Respondent ID,Start Date,How was it?,Which tools?,,
            ,,Response,Excel,R,Python
            10001,03/01/2024 10:00:00 AM,Good,Excel,,Python
            10002,03/14/2024 11:00:00 AM,Bad,,R,
            10003,03/15/2024 12:00:00 PM,Good,Excel,R,
            """
        let found = try await finding(in: text)
        #expect(found.survey.rows == 3)
        let tools = ["which_tools_excel", "which_tools_r", "which_tools_python"]
        #expect(found.survey.names == ["respondent_id", "start_date", "how_was_it_response"] + tools)
    }

    @Test(arguments: [
        "id,name,comment,\n,Bob,late,x\n2,Cy,early,y\n3,Di,ok,z\n",
        "id,price,remark,\n,free,gift,x\n2,5,none,y\n3,6,ok,z\n",
        "Date,Event,Guests,,\n,Opening,Ann,Bob,Cy\n2024-01-01,Party,Al,Bo,Cal\n2024-01-02,Party,Al,Bob,Cal\n",
        ",a,,b,\n2020-01-01,low,high,low,low\n2020-01-02,1,2,3,4\n2020-01-03,2,3,4,5\n",
        ",a,,b,\n1,low,high,low,high\n2,1,2,3,4\n3,2,3,4,5\n",
    ])
    func `keeps a row of texts below a header with a missing label`(text: String) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits == false && found.survey.rows == 3)
    }

    @Test(arguments: [
        "n/a,n/a,n/a,n/a", "-,..,-,..", "–,–,–,–", ":,*,:,*", "NA,null,NA,null", "#N/A,#N/A,#N/A,#N/A",
        "2022,2023,2022,2023",
    ])
    func `missing values and numbers are no labels of groups`(cells: String) async throws {
        let text = ",imports,,exports,\nFrance,\(cells)\nBelgium,2,3,4,5\nChile,3,4,5,6\nPeru,4,5,6,7\n"
        let found = try await finding(in: text)
        #expect(found.survey.rows == 4)
        #expect(found.survey.names == ["column_1", "imports", "column_3", "exports", "column_5"])
    }

    @Test func `keeps missing values below years`() async throws {
        let text = ",2022,,2023,\nFrance,-,-,-,-\nBelgium,2,3,4,5\nChile,3,4,5,6\nPeru,4,5,6,7\n"
        let found = try await finding(in: text)
        #expect(found.settings.hasUnits != true)
        #expect(try await fetched(text).records.contains { $0["column_1"]?.text == "France" })
    }

    @Test(arguments: [",Author:,,J. Smith,", ",Generated:,,2024-01-01,", ",Confidential,,Draft,"])
    func `facts above the labels are no groups`(line: String) async throws {
        let found = try await finding(in: line + "\nName,Math,Art,Bio,Total\nAnn,1,2,3,6\nBob,2,3,4,9\n")
        #expect(found.survey.names == ["name", "math", "art", "bio", "total"] && found.survey.rows == 2)
        #expect(found.assumptions == ["the first line is not part of the table, so it is skipped"])
    }
}
