import AggSource
import AggTesting
import Foundation
import Socrata
import Testing

/// The check that a portal accepts the token from the environment, with one request and a fix.
struct SocrataHealthTests {
    private func findings(
        _ answer: StubHTTPClient.Answer, token: String? = "abc"
    ) async throws -> ([HealthFinding], [HTTPRequest]) {
        let http = StubHTTPClient(answer)
        let portal = SocrataPortal(
            endpoint: try #require(URL(string: "https://data.example.org")), tokenVariable: "SODA_APP_TOKEN")
        let services = SourceServices(http: http, environment: token.map { ["SODA_APP_TOKEN": $0] } ?? [:])
        let health = SocrataHealth(portal: portal, dataSet: "abcd-1234", services: services)
        return (await health.findings(in: HealthScope()), http.requests)
    }

    @Test func `sends no request without a token`() async throws {
        let (findings, requests) = try await findings(.text("[]"), token: nil)
        #expect(findings.map(\.status) == [.skipped])
        #expect(findings.first?.detail.contains("SODA_APP_TOKEN") == true)
        #expect(requests.isEmpty)
    }

    @Test func `reports an accepted token as valid after one request for one row`() async throws {
        let (findings, requests) = try await findings(.text("[]"))
        #expect(findings.map(\.status) == [.ok])
        #expect(requests.count == 1)
        #expect(requests.first?.credential?.value == "abc")
        #expect(requests.first?.retry == RetryPolicy.none)
        #expect(requests.first?.url.absoluteString.contains("limit=1") == true)
    }

    @Test func `reports a rejected token as a failure, with the fix`() async throws {
        let (findings, _) = try await findings(
            .text(#"{"code":"permission_denied","message":"Invalid app_token specified"}"#, status: 403))
        #expect(findings.map(\.status) == [.failed])
        #expect(findings.first?.detail.contains("Invalid app_token specified") == true)
        #expect(findings.first?.fix?.contains("SODA_APP_TOKEN") == true)
    }

    @Test(arguments: [
        StubHTTPClient.Answer.failure(.offline("cannot connect to data.example.org")), .status(503), .status(429),
    ])
    func `reports an unknown result if the portal does not respond`(answer: StubHTTPClient.Answer) async throws {
        let (findings, _) = try await findings(answer)
        #expect(findings.map(\.status) == [.warning])
        #expect(findings.first?.detail.hasPrefix("cannot check the token: ") == true)
    }
}
