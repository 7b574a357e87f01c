import Foundation

import AggSource
import AggStorage

extension SourceStatus {
    /// The status of a source, with parts chosen by each test.
    static func sample(
        _ id: String, origin: Origin?, records: Int = 4, age: Duration? = .seconds(60), isStale: Bool = false,
        reason: String? = nil
    ) -> SourceStatus {
        guard let id = SourceID(id) else { preconditionFailure("\(id) is no source id") }
        return SourceStatus(
            id: id, kind: "stub", phase: origin == nil ? .error : .loaded, origin: origin, records: records,
            favorites: 0,
            fetchedAt: nil, age: origin == .starter ? nil : age, isStale: isStale, reason: reason, notes: [],
            nextRefresh: nil, isServed: origin != nil)
    }
}
