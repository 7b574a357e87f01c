import AggTesting
import SingerSource
import Testing

struct SingerContractTests {
    private static let catalog = #"""
        {"streams": [{"tap_stream_id": "trees", "stream": "trees", "key_properties": ["id"],
          "schema": {"properties": {"id": {"type": "integer"}}}, "metadata": []}, {"tap_stream_id": "other"}]}
        """#
    private static let schema = #"{"type": "SCHEMA", "stream": "trees", "key_properties": ["id"], "schema": {}}"# + "\n"

    private static func answers(_ records: String...) -> ContractAnswers {
        let lines = records.map { #"{"type": "RECORD", "stream": "trees", "record": "# + $0 + "}\n" }
        return ContractAnswers(byPath: ["--discover": catalog, "--catalog": schema + lines.joined()])
    }

    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: SingerSource.self,
            ContractFixture(
                values: ["stream": "trees", "title": "name", "columns": "height:decimal, planted:date"],
                lists: ["command": ["tap-trees"]],
                isProgram: true,
                answers: Self.answers(
                    #"{"id": 1, "name": "Oak", "height": 12.5, "planted": "1990-04-01"}"#,
                    #"{"id": 2, "name": "Elm"}"#, #"{"name": "No id"}"#),
                records: 2,
                skipped: 1,
                changed: Self.answers(#"{"id": 1, "name": "Old oak"}"#),
                empty: Self.answers(),
                wrongShape: ContractAnswers(byPath: ["--discover": Self.catalog, "--catalog": #"{"error": "x"}"#]),
                wrongItems: Self.answers("[1]", "7"),
                isConditional: false))
    }
}
