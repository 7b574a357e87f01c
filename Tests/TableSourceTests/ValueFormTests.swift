import AggSource
import Testing

@testable import TableSource

struct ValueFormTests {
    private static func columns(_ text: String) async throws -> String? {
        try await finding(in: text).settings.values["columns"]
    }

    @Test(arguments: [
        "code,name,qty\n=\"00123\",aaa,5\n=\"\",bbb,6\n", "code,name,qty\n\"=\"\"00123\"\"\",aaa,5\n,bbb,6\n",
    ])
    func `text formulas of Excel lose their wrapper`(text: String) async throws {
        let (records, _) = try await fetched(text, ["key": "name"])
        #expect(records.map { $0["code"]?.text } == ["00123", nil])
    }

    @Test func `other texts that begin with an equals sign are kept`() async throws {
        let (records, _) = try await fetched("name,v\nA,=A1+B1\nB,\"=\"\"x\"\"&\"\"y\"\"\"\n")
        #expect(records.map { $0["v"]?.text } == ["=A1+B1", "=\"x\"&\"y\""])
    }
}
