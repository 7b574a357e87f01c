package import AggSource

/// Asks for one row with the application token: a portal refuses one that it does not know.
package struct SocrataHealth: HealthCheck {
    private let portal: SocrataPortal
    private let dataSet: String
    private let services: SourceServices

    /// Makes a check of a portal, by one of its data sets.
    package init(portal: SocrataPortal, dataSet: String, services: SourceServices) {
        self.portal = portal
        self.dataSet = dataSet
        self.services = services
    }

    /// Whether the token is accepted; skipped where none is set.
    package func findings(in scope: HealthScope) async -> [HealthFinding] {
        let url = portal.rows(of: dataSet, SocrataQuery(page: SocrataQuery.Page(limit: 1)))
        var request = portal.request(url, environment: services.environment)
        guard request.credential != nil else {
            return [
                HealthFinding(
                    "token", .skipped, "no token is set (\(portal.tokenVariable)): all who have none share one limit")
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
                    mend: "make a new application token on the portal, put it into \(portal.tokenVariable) or give a "
                        + "token_command, or unset it")
            ]
        } catch {
            return [HealthFinding("token", .warning, "not known: \(error.reason())", mend: "try again later")]
        }
    }
}
