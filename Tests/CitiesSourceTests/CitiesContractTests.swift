import AggTesting
import CitiesSource
import Testing

struct CitiesContractTests {
    @Test func `keeps the contract of a source with the format of the public list`() async {
        await verifyContract(of: CitiesSource.self, fixture(CityDocuments.list, changed: CityDocuments.changedList))
    }

    @Test func `keeps the contract of a source with one city per line`() async {
        await verifyContract(of: CitiesSource.self, fixture(CityDocuments.lines, changed: CityDocuments.list))
    }

    @Test func `keeps the contract of a source with cities that have no id`() async {
        await verifyContract(of: CitiesSource.self, fixture(CityDocuments.withoutIDs, changed: CityDocuments.list))
    }

    private func fixture(_ document: String, changed: String) -> ContractFixture {
        ContractFixture(
            values: ["url": "https://cities.example/cities.json"],
            answers: ContractAnswers(document),
            records: 3,
            skipped: 1,
            changed: ContractAnswers(changed),
            empty: ContractAnswers("[]"),
            wrongShape: ContractAnswers(#"{"cod": 401, "message": "Invalid API key"}"#),
            wrongItems: ContractAnswers(#"[{"country": "FR"}, 7, {"name": " ", "_id": 1}]"#))
    }
}
