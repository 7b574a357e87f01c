import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggPostgres

/// How far a replica is said to be behind.
struct ReplicaLagTests {
    private func state(_ records: Int, _ time: TimeInterval) -> StoredSource {
        StoredSource(origin: .remote, records: records, fetchedAt: noon.addingTimeInterval(time))
    }

    private func notes(
        _ states: [SourceID: StoredSource], _ current: [SourceID: StoredSource]?
    ) -> [SourceID: [String]] {
        ReplicaLag(of: states, behind: current, now: noon.addingTimeInterval(100)).noted.mapValues(\.notes)
    }

    @Test func `counts from the write that the replica lacks, not from the last one it has`() {
        let found = notes([.cities: state(1, 0), .news: state(5, 3)], [.cities: state(2, 97), .news: state(5, 3)])
        #expect(found == [.cities: ["read from a replica that is 3 s behind"], .news: []])
    }

    @Test func `says so if nothing is known of the primary`() {
        #expect(
            notes([.cities: state(1, 0)], nil) == [.cities: ["read from a replica that may lack the latest changes"]])
    }
}
