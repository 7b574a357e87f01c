import AggSource
import AggTesting
import Foundation
import Testing

@testable import NYCSchoolsSource

struct NYCSchoolsDetailTests {
    private func details(
        of record: Record, _ answer: StubHTTPClient.Answer
    ) async throws -> (fields: [Record.Field], client: StubHTTPClient) {
        let client = StubHTTPClient([Schools.scoresPath: [answer]])
        let loader = try #require(try Schools.source().detailLoader(SourceServices(http: client)))
        return (try await loader.details(of: record), client)
    }

    private let school = Record(key: "01M292", title: "Orchard Collegiate Academy")

    @Test func `loads the scores of one school`() async throws {
        let (fields, client) = try await details(of: school, .text(Schools.scores))
        #expect(fields.map(\.name) == SATScores.columns.map(\.column.name).dropLast())
        #expect(fields.map(\.value.text) == ["29", "355", "404", "363"])
        let url = try #require(client.requests.first?.url)
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        #expect(items.first { $0.name == "$where" }?.value == "dbn = '01M292'")
        #expect(client.requests.count == 1)
    }

    @Test func `notes when no scores are reported`() async throws {
        let (fields, _) = try await details(of: school, .text("[]\n"))
        #expect(fields == [Record.Field("sat_note", .text("not reported"))])
    }

    @Test func `sends no request if the school has its scores`() async throws {
        var record = school
        record.fields = SATScores().fields(of: record.key)
        let (fields, client) = try await details(of: record, .text(Schools.scores))
        #expect(fields.isEmpty)
        #expect(client.requests.isEmpty)
    }

    @Test func `reports why it fails`() async {
        await #expect(throws: SourceError.http(status: 503)) { try await details(of: school, .status(503)) }
    }

    @Test func `escapes a quote in a school number`() async throws {
        let (_, client) = try await details(of: Record(key: "x' OR '1'='1", title: "A"), .text("[]"))
        let url = try #require(client.requests.first?.url)
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        #expect(items.first { $0.name == "$where" }?.value == "dbn = 'x'' OR ''1''=''1'")
    }
}
