import AggTesting
import TableSource
import Testing

struct TableContractTests {
    @Test func `keeps the contract of a source with a configured table`() async {
        await verifyContract(
            of: TableSource.self,
            ContractFixture(
                values: [
                    "url": "https://example.org/trees.csv", "format": "csv", "encoding": "utf-8", "delimiter": "comma",
                    "header": "true", "columns": "id:integer, name", "key": "id", "title": "name",
                ],
                answers: ContractAnswers("id,name\n1,Oak\n2,Elm\n,Nameless\n"),
                records: 2,
                skipped: 1,
                changed: ContractAnswers("id,name\n1,Oak\n2,Beech\n"),
                empty: ContractAnswers("id,name\n"),
                wrongShape: ContractAnswers("<html><body>Not found</body></html>"),
                wrongItems: ContractAnswers("id,name\n,Oak\n,Elm\n"),
                cutOff: ContractAnswers("id,name\n1,\"Oa")))
    }

    @Test func `keeps the contract of a source with a table that it detects`() async {
        await verifyContract(
            of: TableSource.self,
            ContractFixture(
                values: ["url": "https://example.org/trees.json", "columns": "id:integer, name"],
                answers: ContractAnswers(#"[{"id": 1, "name": "Oak"}, {"id": 2, "name": "Elm"}]"#),
                records: 2,
                changed: ContractAnswers(#"[{"id": 1, "name": "Oak"}, {"id": 2, "name": "Beech"}]"#),
                empty: nil,
                wrongShape: ContractAnswers("<html><body>Not found</body></html>"),
                wrongItems: ContractAnswers("[{}, {}]")))
    }
}
