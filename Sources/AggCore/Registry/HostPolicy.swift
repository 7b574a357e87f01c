import AggSource
import Foundation

/// The number of concurrent requests per host, according to the policies of all sources; if sources share a host, the
/// strictest applies.
struct HostPolicy: Sendable {
    /// The hosts that get fewer requests than the standard number.
    private var strict: [String: Int] = [:]

    init(_ instances: [SourceInstance]) {
        for instance in instances {
            let limit = instance.dataSource.policy.requestsPerHost
            guard limit < SourcePolicy.standardRequestsPerHost,
                let host = instance.address.flatMap({ URL(string: $0) }).flatMap(\.origin)
            else { continue }
            strict[host] = min(limit, strict[host] ?? limit)
        }
    }

    /// Whether any host gets fewer requests than the standard number.
    var isStrict: Bool { !strict.isEmpty }

    /// The number of requests the URL's host gets at once from a source with this policy.
    func requestsAtOnce(_ policy: SourcePolicy, at url: URL) -> Int {
        guard !strict.isEmpty, let limit = url.origin.flatMap({ strict[$0] }) else {
            return policy.requestsPerHost
        }
        return min(limit, policy.requestsPerHost)
    }
}

/// Sends the requests of one source, applying the policies of all sources to their hosts.
struct PolicyClient: HTTPClient {
    let client: any HTTPClient
    let policy: SourcePolicy
    let hosts: HostPolicy

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        var request = request
        request.requestsPerHost = hosts.requestsAtOnce(policy, at: request.url)
        return try await client.send(request, progress: progress)
    }
}
