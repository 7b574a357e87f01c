import AggSource

/// Requests the remaining rate limits; the API returns them without a token too, but rejects an unknown token with 401.
struct GitHubHealth: HealthCheck {
    let endpoint: GitHubEndpoint
    let services: SourceServices

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let token = GitHubToken(services.environment)
        let missing = "no token is set (\(GitHubToken.variable))"
        let held = token == nil ? missing : "the token is accepted"
        do throws(SourceError) {
            let response = try await services.send(endpoint.limits(token: token?.text))
            switch response.status {
            case 200: return [finding(held, try response.body.collect(limit: 1 << 20))]
            case 404: return [HealthFinding("token", .skipped, "this server does not report rate limits")]
            default: throw GitHubFailure(response, now: services.clock.now, hadToken: token != nil).error
            }
        } catch .unauthorized(let reason) {
            return [
                HealthFinding(
                    "token", .failed, reason,
                    fix: "create a new token on GitHub and set \(GitHubToken.variable) or token_command; without a "
                        + "token, agg fetches fewer repositories")
            ]
        } catch let error where token == nil {
            return [HealthFinding("token", .skipped, "\(missing); the rate limit is unknown: \(error.reason())")]
        } catch {
            return [
                HealthFinding("token", .warning, "cannot check the token: \(error.reason())", fix: "try again later")
            ]
        }
    }

    private func finding(_ held: String, _ body: [UInt8]) -> HealthFinding {
        let isSearch = endpoint.listing.search != nil
        let limits = (try? JSONValue(parsing: body))?["resources"]?[isSearch ? "search" : "core"]
        guard let limit = limits?["limit"]?.intValue, let left = limits?["remaining"]?.intValue else {
            return HealthFinding("token", .ok, held)
        }
        let requests = isSearch ? "searches left this minute" : "requests left this hour"
        let text = "\(held); \(left) of \(limit) \(requests)"
        return left > 0
            ? HealthFinding("token", .ok, text)
            : HealthFinding(
                "token", .warning, text, fix: "wait \(isSearch ? "a minute" : "an hour") before the next refresh")
    }
}
