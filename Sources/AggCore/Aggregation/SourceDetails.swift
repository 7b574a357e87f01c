package import AggSource
package import AggStorage
import Foundation

/// All that is known of one source: what it is, what it asks, what it holds.
package struct SourceDetails: Hashable, Sendable {
    /// What the source holds, and how fresh that is.
    package var status: SourceStatus
    /// What the kind gives, in one sentence.
    package var summary: String
    /// The address that is asked; nil where the configuration names none.
    package var address: String?
    /// The columns of its records.
    package var columns: [Column]
    /// How old is too old, and what a refresh replaces.
    package var policy: SourcePolicy
    /// What the next request is made conditional by; nil where nothing is held.
    package var validators: Validators?
    /// What is left of the server's limit on requests, as far as it has said; nil where it has not.
    package var rateLimit: RateLimit?
    /// Why the last load failed; nil when it did not.
    package var failure: LoadFailure?
}

extension Aggregator {
    /// All that is known of a source, enabled or not.
    ///
    /// - Throws: `StoreError` when the mirror cannot be read.
    package func details(of instance: SourceInstance, usesCache: Bool = true) async throws(StoreError) -> SourceDetails?
    {
        let statuses = try await statuses(usesCache: usesCache) + disabledStatuses()
        guard let status = statuses.first(where: { $0.id == instance.id }) else { return nil }
        let stored = try await store.state(of: instance.id)
        let now = services.clock.now
        return SourceDetails(
            status: status, summary: type(of: instance.dataSource).summary,
            address: (instance.dataSource.address(at: now)?.absoluteString ?? instance.address)
                .map(Secrets.masked),
            columns: instance.dataSource.columns, policy: instance.dataSource.policy,
            validators: stored?.fetchState?.validators, rateLimit: stored?.fetchState?.rateLimit?.at(now),
            failure: stored?.failure)
    }
}
