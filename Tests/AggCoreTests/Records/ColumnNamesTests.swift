import AggSource
import Testing

struct ColumnNamesTests {
    @Test(arguments: [
        (["OBJECTID", "Country Name", "Height (m)"], ["objectid", "country_name", "height_m"]),
        (["Année", "Größe", "Код", "2019"], ["annee", "grosse", "kod", "col_2019"]),
        (["Inspection ID", "openDate", "Café's #1", "国人"], ["inspection_id", "open_date", "cafes_1", "guo_ren"]),
        (["date", "Tag", "sort by"], ["date_", "tag_", "sort_by"]),
        (["", "—", "a"], ["column_1", "column_2", "a"]),
    ])
    func `names a column after its field`(fields: [String], expected: [String]) {
        #expect(ColumnNames.names(of: fields) == expected)
    }

    @Test func `numbers a hundred thousand equal fields in one pass`() {
        let names = ColumnNames.names(of: Array(repeating: "a", count: 100_000))
        #expect(names.last == "a_100000")
    }

    @Test func `gives each column a unique name without taking another field's`() {
        #expect(ColumnNames.names(of: ["a", "A", "a_2", "A "]) == ["a", "a_3", "a_2", "a_4"])
    }
}
