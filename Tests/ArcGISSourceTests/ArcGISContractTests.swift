import AggSource
import AggTesting
import ArcGISSource
import Testing

struct ArcGISContractTests {
    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: ArcGISSource.self,
            ContractFixture(
                values: [
                    "url": "https://gis.example.org/rest/services/A/FeatureServer/0",
                    "columns": "objectid:integer, name",
                ],
                answers: layer(
                    #"{"attributes":{"OBJECTID":1,"NAME":"a"}},{"attributes":{}},{"attributes":{"OBJECTID":3}}"#),
                records: 2,
                skipped: 1,
                changed: layer(#"{"attributes":{"OBJECTID":1,"NAME":"b"}}"#),
                empty: layer(""),
                wrongShape: ContractAnswers(#"{"error":{"message":"Invalid URL","details":[]}}"#),
                wrongItems: layer(#"{"attributes":{"NAME":"x"}},7"#),
                isConditional: false))
    }

    private func layer(_ rows: String) -> ContractAnswers {
        ContractAnswers(byPath: [
            "0": #"{"name":"A","type":"Table","fields":[{"name":"OBJECTID","type":"esriFieldTypeOID"},"#
                + #"{"name":"NAME","type":"esriFieldTypeString"}],"advancedQueryCapabilities":{"supportsPagination":true}}"#,
            "query": #"{"features":[\#(rows)]}"#,
        ])
    }
}
