import AggTesting
import CommandSource
import Testing

struct CommandContractTests {
    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: CommandSource.self,
            ContractFixture(
                values: ["key": "id", "title": "name", "columns": "height:decimal, planted:date"],
                lists: ["command": ["trees", "--all"]],
                isProgram: true,
                answers: ContractAnswers(
                    #"""
                    {"id": 1, "name": "Oak", "height": 12.5, "planted": "1990-04-01"}
                    {"id": 2, "name": "Elm"}
                    {"name": "No id"}
                    """#),
                records: 2,
                skipped: 1,
                changed: ContractAnswers(#"{"id": 1, "name": "Old oak"}"#),
                empty: ContractAnswers(""),
                wrongShape: ContractAnswers("Traceback (most recent call last):\n"),
                wrongItems: ContractAnswers("[1]\n\"two\"\n"),
                isConditional: false))
    }
}
