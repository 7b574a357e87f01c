import AggSource

/// Asks what is left of the limits, which the API also answers without a token; with one that it does not know it
/// answers 401.
struct GitHubHealth: HealthCheck {
    let endpoint: GitHubEndpoint
    let services: SourceServices

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let token = GitHubToken(services.environment)
        let held = token == nil ? "no token is set (\(GitHubToken.variable))" : "the token is accepted"
        do throws(SourceError) {
            let response = try await services.send(endpoint.limits(token: token?.text))
            switch response.status {
            case 200: return [finding(held, try response.body.collect(limit: 1 << 20))]
            case 404: return [HealthFinding("token", .skipped, "this server tells no limits")]
            default: throw GitHubFailure(response, now: services.clock.now).error
            }
        } catch .unauthorized(let reason) {
            return [
                HealthFinding(
                    "token", .failed, reason,
                    fix: "make a new token on the site, put it into \(GitHubToken.variable) or give a token_command, "
                        + "or unset it: fewer repositories are asked for then")
            ]
        } catch {
            return [HealthFinding("token", .warning, "not known: \(error.reason())", fix: "try again later")]
        }
    }

    private func finding(_ held: String, _ body: [UInt8]) -> HealthFinding {
        let isSearch = endpoint.listing.search != nil
        let limits = (try? JSONValue(parsing: body))?["resources"]?[isSearch ? "search" : "core"]
        guard let limit = limits?["limit"]?.intValue, let left = limits?["remaining"]?.intValue else {
            return HealthFinding("token", .ok, held)
        }
        let text = "\(held); \(left) of \(limit) \(isSearch ? "searches a minute" : "requests an hour") are left"
        return left > 0
            ? HealthFinding("token", .ok, text)
            : HealthFinding(
                "token", .warning, text, fix: "wait \(isSearch ? "a minute" : "an hour") before the next refresh")
    }
}
