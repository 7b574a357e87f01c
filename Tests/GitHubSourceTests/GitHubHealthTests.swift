import AggSource
import AggTesting
import Testing

@testable import GitHubSource

/// The check of the token and the remaining requests, in addition to what `DoctorTests` checks with a real server.
struct GitHubHealthTests {
    private func finding(_ answer: StubHTTPClient.Answer, token: String? = nil) async throws -> HealthFinding {
        let health = GitHubHealth(endpoint: try endpoint(), services: services(StubHTTPClient(answer), token: token))
        return try #require(await health.findings(in: HealthScope()).first)
    }

    @Test(arguments: [StubHTTPClient.Answer.failure(.offline("cannot resolve api.github.com")), .status(503)])
    func `without a token, an unknown rate limit is not a problem`(answer: StubHTTPClient.Answer) async throws {
        let finding = try await finding(answer)
        #expect(finding.status == .skipped)
        #expect(finding.detail.hasPrefix("no token is set (GITHUB_TOKEN); the rate limit is unknown: "))
        #expect(finding.fix == nil)
    }

    @Test(arguments: [StubHTTPClient.Answer.failure(.offline("cannot resolve api.github.com")), .status(503)])
    func `reports a token that cannot be checked`(answer: StubHTTPClient.Answer) async throws {
        let finding = try await finding(answer, token: "abc")
        #expect(finding.status == .warning)
        #expect(finding.detail.hasPrefix("cannot check the token: "))
    }
}
