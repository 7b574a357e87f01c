import AggTesting
import GitHubSource
import Testing

struct GitHubContractTests {
    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: GitHubSource.self,
            ContractFixture(
                values: ["endpoint": "https://api.example.org", "query": "topic:swift"],
                answers: ContractAnswers(
                    page(#"{"id": 1, "name": "a"}, {"name": "b"}, {"id": 3, "name": "c", "forks_count": 2}"#)),
                records: 2,
                skipped: 1,
                changed: ContractAnswers(page(#"{"id": 1, "name": "renamed"}"#)),
                empty: ContractAnswers(page("")),
                wrongShape: ContractAnswers(
                    #"{"message": "Not Found", "documentation_url": "https://docs.example.org"}"#),
                wrongItems: ContractAnswers(page(#"{"name": "x"}, 7, {"id": 0, "name": "y"}"#))))
    }

    private func page(_ items: String) -> String {
        #"{"total_count": 3, "incomplete_results": false, "items": [\#(items)]}"#
    }
}
