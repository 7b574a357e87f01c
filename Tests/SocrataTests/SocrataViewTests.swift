import AggSource
import Socrata
import Testing

struct SocrataViewTests {
    private let text = #"""
        {"id": "abcd-1234", "name": "Trees", "rowsUpdatedAt": 1745766729, "rowIdentifierColumnId": 7, "columns": [
          {"id": 5, "name": "Species", "fieldName": "species", "dataTypeName": "text",
           "cachedContents": {"count": "120", "cardinality": "12", "null": "3"}},
          {"id": 7, "name": "Tree", "fieldName": "tree_id", "dataTypeName": "number",
           "cachedContents": {"count": "120", "cardinality": "120", "null": "0", "largest": "120", "smallest": "1"}},
          {"id": 8, "fieldName": "height", "dataTypeName": "number", "cachedContents": {"top": [{"item": "4.5"}]}},
          {"id": 9, "fieldName": "secret", "dataTypeName": "text", "flags": ["hidden"]},
          {"id": 10, "fieldName": ":@computed_region_1", "dataTypeName": "number"},
          {"id": 11, "name": "no field"}]}
        """#

    @Test func `reads the title, time, columns, and row identifier`() throws {
        let view = try SocrataView(parsing: Array(text.utf8))
        #expect(view.name == "Trees")
        #expect(view.rowsUpdatedAt == 1_745_766_729)
        #expect(view.rowIdentifier == "tree_id")
        #expect(view.countedRows == 120)
        #expect(
            view.columns == [
                SocrataColumn("species", .text), SocrataColumn("tree_id", .number, isUnique: true),
                SocrataColumn("height", .number, hasFractions: true),
            ])
    }

    @Test(arguments: [
        "", "[]", "<html>", "{}", #"{"code":"not_found","error":true,"message":"Not found"}"#, #"{"id":"#,
    ])
    func `rejects a document that is not metadata`(text: String) {
        #expect {
            try SocrataView(parsing: Array(text.utf8))
        } throws: {
            ($0 as? SourceError)?.code == "invalid_data"
        }
    }

    @Test func `accepts metadata with only an id`() throws {
        let view = try SocrataView(parsing: Array(#"{"id":"abcd-1234"}"#.utf8))
        #expect(view.columns.isEmpty)
        #expect(view.rowsUpdatedAt == nil)
        #expect(view.rowIdentifier == nil)
        #expect(view.countedRows == nil)
    }

    @Test func `reads columns from the headers of a response`() {
        let headers: HTTPHeaders = [
            "X-SODA2-Fields": #"["name",":id","when","where"]"#,
            "X-SODA2-Types": #"["text","meta_data","floating_timestamp","point"]"#,
        ]
        #expect(
            SocrataColumn.columns(of: headers) == [
                SocrataColumn("name", .text), SocrataColumn("when", .date), SocrataColumn("where", .point),
            ])
        #expect(SocrataColumn.columns(of: ["X-SODA2-Fields": #"["a"]"#]).isEmpty)
        #expect(SocrataColumn.columns(of: ["X-SODA2-Fields": "a", "X-SODA2-Types": "[}"]).isEmpty)
    }

    @Test func `infers columns from the values of a row`() throws {
        let row = try JSONValue(
            parsing: #"""
                {":id": "row-1", "name": "Oak", "planted": "2014-10-13T00:00:00.000", "height": 4, "alive": true,
                 "zip": "60601", "place": {"type": "Point", "coordinates": [-87, 41]}, "parts": [1]}
                """#)
        #expect(
            SocrataColumn.columns(of: try #require(row.objectValue)) == [
                SocrataColumn("name", .text), SocrataColumn("planted", .date), SocrataColumn("height", .number),
                SocrataColumn("alive", .boolean), SocrataColumn("zip", .text), SocrataColumn("place", .point),
                SocrataColumn("parts", .other),
            ])
    }
}
