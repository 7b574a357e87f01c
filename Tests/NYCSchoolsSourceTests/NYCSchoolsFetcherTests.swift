import AggSource
import AggTesting
import Foundation
import Testing

import NYCSchoolsSource

struct NYCSchoolsFetcherTests {
    private func client(
        _ scores: StubHTTPClient.Answer = .text(Schools.scores),
        directory: StubHTTPClient.Answer = .text(Schools.directory, headers: ["ETag": "\"1\""])
    ) -> StubHTTPClient {
        StubHTTPClient([Schools.directoryPath: [directory], Schools.scoresPath: [scores]])
    }

    @Test func `requests the directory first and joins the scores`() async throws {
        let client = client()
        let (result, records) = try await Schools.fetch(from: client)
        #expect(client.requests.map(\.url.path) == [Schools.directoryPath, Schools.scoresPath])
        #expect(records.map(\.title) == ["Orchard Collegiate Academy", "Escuela del Rincón", "New School"])
        #expect(records.map { $0["sat_writing_avg_score"]?.number } == [363, nil, nil])
        #expect(records.map { $0["sat_note"]?.text } == [nil, "suppressed", "not reported"])
        #expect(records.map(\.subtitle) == ["Manhattan, Lower East Side", "Bronx", "Brooklyn"])
        guard case .complete(let summary) = result else {
            Issue.record("the fetch is not complete")
            return
        }
        #expect(summary.notes == [])
        #expect(summary.state?.validators?.entityTag == "\"1\"")
    }

    @Test(arguments: [
        (StubHTTPClient.Answer.status(503), "HTTP 503"), (.failure(.offline("no route")), "offline (no route)"),
        (.text("<html>"), "invalid data"), (.text("[5]"), "in every item"),
        (
            .text(#"{"code":"dataset.missing","message":"Not found"}"#, status: 404),
            "HTTP 404: dataset.missing: Not found"
        ),
        (.status(429), "rate limited"),
    ])
    func `loads the schools if the scores fail on a first refresh, and explains why`(
        answer: StubHTTPClient.Answer, reason: String
    )
        async throws
    {
        let (result, records) = try await Schools.fetch(from: client(answer))
        #expect(records.count == 3)
        #expect(records.allSatisfy { $0["sat_math_avg_score"] == nil })
        guard case .complete(let summary) = result else {
            Issue.record("the fetch is not complete")
            return
        }
        #expect(summary.notes.count == 1)
        let note = try #require(summary.notes.first)
        #expect(note.hasPrefix("SAT scores are missing: "))
        #expect(note.contains(reason))
        #expect(summary.state == nil, "the next refresh asks for the scores again")
    }

    @Test(arguments: [
        (StubHTTPClient.Answer.status(404), SourceError.http(status: 404)), (.status(500), .http(status: 500)),
        (.failure(.offline("no route")), .offline("no route")),
    ])
    func `fails if the scores fail but scores are stored`(answer: StubHTTPClient.Answer, error: SourceError)
        async throws
    {
        for headers: HTTPHeaders in [["ETag": "\"1\""], [:]] {
            let directory = StubHTTPClient.Answer.text(Schools.directory, headers: headers)
            guard case .complete(let summary) = try await Schools.fetch(from: client(directory: directory)).result
            else {
                Issue.record("the fetch is not complete")
                return
            }
            let state = try #require(summary.state)
            await #expect(throws: error) {
                try await Schools.fetch(from: client(answer, directory: directory), since: state)
            }
        }
    }

    @Test func `fails if the directory fails, without requesting scores`() async {
        let client = client(directory: .text(#"{"message":"Internal error"}"#, status: 500))
        await #expect(throws: SourceError.http(status: 500, detail: "Internal error")) {
            try await Schools.fetch(from: client)
        }
        #expect(client.requests.count == 1)
    }

    @Test func `fails if cancelled while loading the scores`() async {
        await #expect(throws: SourceError.cancelled) {
            try await Schools.fetch(from: client(.failure(.cancelled)))
        }
    }

    @Test func `requests the directory only if it is newer`() async throws {
        let client = client(directory: .status(304))
        let state = FetchState(Validators(entityTag: "\"1\"", lastModified: nil))
        let (result, records) = try await Schools.fetch(from: client, since: state)
        #expect(result == .unchanged(state))
        #expect(records.isEmpty)
        #expect(client.requests.first?.validators?.entityTag == "\"1\"")
        #expect(client.requests.count == 1)
    }

    @Test func `reads a folder with one file per data set`() async throws {
        let client = StubHTTPClient([
            "/data/s3k6-pzi2.json": [.text(Schools.directory)], "/data/f9bf-2cp4.json": [.text(Schools.scores)],
        ])
        let (_, records) = try await Schools.fetch(from: client, ["endpoint": "file:///data/"])
        #expect(records.count == 3)
        #expect(client.requests.allSatisfy { $0.url.query == nil })
    }

    @Test func `reports missing schools, and removes no stored ones`() async throws {
        let rows = (1...5_000).map { #"{"dbn":"\#($0)","school_name":"School"}"# }.joined(separator: ",")
        let directory = StubHTTPClient.Answer.text("[\(rows)]", headers: ["ETag": "\"1\""])
        let summary = try await Schools.fetch(from: client(directory: directory)).result.summary()
        #expect(summary.notes.count == 1)
        #expect(summary.notes.first?.hasPrefix("the server repeats a page") == true)
        #expect(summary.isIncomplete)
        #expect(summary.state == FetchState(["scores": "loaded"]), "the next refresh must read the schools again")
    }

    @Test func `notes that the portal's data is out of date`() async throws {
        let directory = StubHTTPClient.Answer.text("[]\n", headers: ["X-SODA2-Data-Out-Of-Date": "true"])
        guard case .complete(let summary) = try await Schools.fetch(from: client(directory: directory)).result else {
            Issue.record("the fetch is not complete")
            return
        }
        #expect(summary.notes == ["the portal reports that its data is out of date"])
    }
}
