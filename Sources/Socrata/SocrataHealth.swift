package import AggSource

/// Requests one row with the application token, because a portal rejects unknown tokens.
package struct SocrataHealth: HealthCheck {
    private let portal: SocrataPortal
    private let dataSet: String
    private let services: SourceServices

    /// Creates a check of a portal, using one of its data sets.
    package init(portal: SocrataPortal, dataSet: String, services: SourceServices) {
        self.portal = portal
        self.dataSet = dataSet
        self.services = services
    }

    /// Whether the token is accepted; skipped if none is set.
    package func findings(in scope: HealthScope) async -> [HealthFinding] {
        let url = portal.rows(of: dataSet, SocrataQuery(page: SocrataQuery.Page(limit: 1)))
        var request = portal.request(url, environment: services.environment)
        guard request.credential != nil else {
            return [
                HealthFinding(
                    "token", .skipped,
                    "no token is set (\(portal.tokenVariable)); all requests without a token share one rate limit")
            ]
        }
        request.retry = .none
        do throws(SourceError) {
            let response = try await services.send(request)
            try response.requireSocrataSuccess(of: portal, now: services.clock.now)
            return [HealthFinding("token", .ok, "the token in \(portal.tokenVariable) is accepted")]
        } catch .unauthorized(let reason) {
            return [
                HealthFinding(
                    "token", .failed, reason,
                    fix: "create a new application token on the portal and put it in \(portal.tokenVariable) or set "
                        + "token_command; to continue without a token, unset \(portal.tokenVariable)")
            ]
        } catch {
            return [
                HealthFinding("token", .warning, "cannot check the token: \(error.reason())", fix: "try again later")
            ]
        }
    }
}
