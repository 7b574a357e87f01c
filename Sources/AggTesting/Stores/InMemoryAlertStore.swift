package import AggSource
package import AggStorage
package import Foundation

/// Watched searches and alerts in memory.
package actor InMemoryAlertStore: AlertStore {
    private var kept: [String: Watch] = [:]
    private var found: [Alert] = []
    private var last: Int64 = 0

    /// Creates a store without watched searches.
    package init() {}

    /// The watched searches, ordered by name.
    package func watches() -> [Watch] {
        kept.values.sorted { $0.name < $1.name }
    }

    /// The time after which some watched search has not examined a source's changes; nil if nothing is watched.
    package func firstUnexamined(of source: SourceID) -> Date? {
        kept.values.map { $0.examined[source] ?? $0.since }.min()
    }

    /// Saves a watched search, replacing one with the same name.
    package func saveWatch(_ watch: Watch) {
        removeWatch(watch.name)
        kept[watch.name] = watch
    }

    /// Changes where the alerts of a watched search are sent, and nothing else; false if it does not exist.
    package func updateWatch(_ name: String, command: String?, webhook: String?) -> Bool {
        guard kept[name] != nil else { return false }
        kept[name]?.command = command
        kept[name]?.webhook = webhook
        return true
    }

    /// Removes a watched search and its alerts.
    package func removeWatch(_ name: String) {
        kept[name] = nil
        found.removeAll { $0.watch == name }
    }

    /// Stores new matches of a watched search.
    package func noteMatches(_ alerts: [Alert], of watch: String, examined: [SourceID: Date]) -> [Alert] {
        guard kept[watch] != nil else { return [] }
        var new: [Alert] = []
        for var alert in alerts {
            let isKnown = found.contains { $0.watch == watch && $0.address == alert.address && $0.at == alert.at }
            if isKnown { continue }
            last += 1
            alert.number = last
            found.append(alert)
            new.append(alert)
        }
        kept[watch]?.examined.merge(examined) { $1 }
        if let oldest = new.map(\.at).max()?.addingTimeInterval(-ChangeRetention().seconds) {
            found.removeAll { $0.at < oldest && $0.isReported }
        }
        return new
    }

    /// The alerts, oldest first.
    package func alerts(onlyUnreported: Bool) -> [Alert] {
        found.filter { !onlyUnreported || !$0.isReported }
    }

    /// Counts an attempt to send alerts.
    package func noteAttempt(_ numbers: [Int64]) {
        update(numbers) { $0.attempts += 1 }
    }

    /// Marks alerts as reported.
    package func noteReported(_ numbers: [Int64]) {
        update(numbers) { $0.isReported = true }
    }

    private func update(_ numbers: [Int64], _ change: (inout Alert) -> Void) {
        for index in found.indices where numbers.contains(found[index].number) { change(&found[index]) }
    }
}
