import AggTesting
import TemplateSource
import Testing

struct TemplateContractTests {
    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: TemplateSource.self,
            ContractFixture(
                values: ["url": "https://template.example/list.json"],
                answers: ContractAnswers(#"[{"id": 1, "name": "One"}, {"id": 2, "name": "Two"}, {"id": 3}]"#),
                records: 2,
                skipped: 1,
                changed: ContractAnswers(#"[{"id": 1, "name": "Another"}]"#),
                empty: ContractAnswers("[]"),
                wrongShape: ContractAnswers(#"{"message": "Not found"}"#),
                wrongItems: ContractAnswers(#"[{"name": "No id"}, 7]"#)))
    }
}
