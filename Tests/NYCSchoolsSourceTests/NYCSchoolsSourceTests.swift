import AggCore
import AggSource
import AggTesting
import Foundation
import Testing

import NYCSchoolsSource

struct NYCSchoolsSourceTests {
    private static func answers(_ directory: String, _ scores: String = Schools.scores) -> ContractAnswers {
        ContractAnswers(byPath: ["s3k6-pzi2.json": directory, "f9bf-2cp4.json": scores])
    }

    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: NYCSchoolsSource.self,
            ContractFixture(
                answers: Self.answers(Schools.directory),
                records: 3,
                changed: Self.answers(#"[{"dbn":"01M292","school_name":"Another name"}]"#),
                empty: Self.answers("[]\n"),
                wrongShape: ContractAnswers(#"{"code":"dataset.missing","error":true,"message":"Not found"}"#),
                wrongItems: Self.answers(#"[{"school_name":"X"},5,null,[]]"#)))
    }

    @Test func `has a sample with schools of all kinds`() async throws {
        let source = try Schools.source()
        let sample = try #require(source.starter)
        let client = SampleClient(sample: sample)
        let (_, records) = try await Schools.fetch(from: client)
        let notes = records.compactMap { $0["sat_note"]?.text }
        let math = records.compactMap { $0["sat_math_avg_score"] }
        #expect(math.count + notes.count == records.count)
        #expect((50...100).contains(records.count))
        #expect(Set(records.map(\.key)).count == records.count)
        #expect(Set(notes) == ["suppressed", "not reported"])
        #expect(math.allSatisfy { $0.number != nil })
        #expect(records.contains { $0.title.hasPrefix("Stuyvesant") })
    }

    @Test func `reports every fault of a configuration at once`() {
        let entry = SourceEntry(
            builtIn: "schools", kind: NYCSchoolsSource.kind, ["directory": "schools", "scores": "5"])
        #expect {
            try SourceRegistry(kinds: [NYCSchoolsSource.self], entries: [entry])
        } throws: {
            ($0 as? ConfigurationFaults)?.faults.count == 2
        }
    }

    private struct SampleClient: HTTPClient {
        let sample: StarterSample
        func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
            let bytes = sample.document(for: request.url.lastPathComponent)
            return HTTPResponse(url: request.url, status: bytes == nil ? 404 : 200, body: HTTPBody(bytes ?? []))
        }
    }
}
