import AggSource
import Foundation

/// How many requests hosts get at once, as the policies of all sources have it: if sources share a host, the stricter one
/// applies.
struct HostPolicy: Sendable {
    /// The hosts that get fewer requests than is standard.
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

    /// Whether any host gets fewer requests than is standard.
    var isStrict: Bool { !strict.isEmpty }

    /// How many requests the host of an address gets at once if a source with this policy asks it.
    func requestsAtOnce(_ policy: SourcePolicy, at url: URL) -> Int {
        guard !strict.isEmpty, let limit = url.origin.flatMap({ strict[$0] }) else {
            return policy.requestsPerHost
        }
        return min(limit, policy.requestsPerHost)
    }
}

/// Sends the requests of one source with what the policies of all sources say of their hosts.
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
