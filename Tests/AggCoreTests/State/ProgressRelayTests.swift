import AggSource
import Synchronization
import Testing

@testable import AggCore

struct ProgressRelayTests {
    @Test func `a late listener gets the last step of each kind, in order`() {
        let relay = ProgressRelay()
        let steps: [LoadProgress] = [
            .waiting(reason: "rate limited", seconds: 2), .bytes(received: 1, expected: 9), .records(1_000),
            .bytes(received: 9, expected: 9), .records(2_000),
        ]
        for step in steps { relay.reporter.report(step) }
        let seen = Seen()
        relay.add(ProgressReporter { seen.add($0) }, as: 1)
        #expect(seen.steps == [steps[0], steps[3], steps[4]])
        relay.reporter.report(.committing)
        #expect(seen.steps.last == .committing)
    }

    @Test func `a new load forgets the steps of the previous one`() {
        let relay = ProgressRelay()
        relay.reporter.report(.records(1_000))
        relay.begin()
        let seen = Seen()
        relay.add(ProgressReporter { seen.add($0) }, as: 1)
        #expect(seen.steps.isEmpty)
    }
}

private final class Seen: Sendable {
    private let all = Mutex<[LoadProgress]>([])

    var steps: [LoadProgress] { all.withLock(\.self) }

    func add(_ step: LoadProgress) { all.withLock { $0.append(step) } }
}
