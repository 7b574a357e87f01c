import AggTesting
import QuakesSource
import Testing

struct QuakesContractTests {
    @Test func `keeps the contract of a source`() async {
        let shake = #"{"id": "a1", "properties": {"mag": 4.2, "time": 1767225600000, "title": "M 4.2"}}"#
        await verifyContract(
            of: QuakesSource.self,
            ContractFixture(
                answers: ContractAnswers(#"{"features": [\#(shake), {"id": "a2", "properties": {}}]}"#),
                records: 1,
                skipped: 1,
                changed: ContractAnswers(#"{"features": [{"id": "a3", "properties": {"title": "M 1.0"}}]}"#),
                empty: ContractAnswers(#"{"features": []}"#),
                wrongShape: ContractAnswers(#"{"error": "Not found"}"#),
                wrongItems: ContractAnswers(#"{"features": [{"properties": {"title": "No id"}}]}"#)))
    }
}
