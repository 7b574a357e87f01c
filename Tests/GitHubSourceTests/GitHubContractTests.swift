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

    @Test func `keeps the contract of a source for the stars of a user`() async {
        await verifyContract(
            of: GitHubSource.self,
            ContractFixture(
                values: ["endpoint": "https://api.example.org", "stars": "octocat"],
                answers: ContractAnswers("[\(star(1)), {\"name\": \"b\"}, {\"id\": 3, \"name\": \"c\"}]"),
                records: 2,
                skipped: 1,
                changed: ContractAnswers("[\(star(1)), \(star(4))]"),
                empty: ContractAnswers("[]"),
                wrongShape: ContractAnswers(#"{"message": "Not Found"}"#),
                wrongItems: ContractAnswers(#"[{"starred_at": "2024-01-02T03:04:05Z", "repo": null}, 7]"#)))
    }

    private func star(_ id: Int) -> String {
        #"{"starred_at": "2024-01-02T03:04:05Z", "repo": {"id": \#(id), "name": "r"}}"#
    }

    private func page(_ items: String) -> String {
        #"{"total_count": 3, "incomplete_results": false, "items": [\#(items)]}"#
    }
}
