import AggSearch
import AggSource
import AggStorage
import Foundation

/// How refreshes changed a count or sum, as far back as all of their changes are known.
struct SeriesHistory {
    /// The effects of refreshes.
    private var steps: [(at: Date, change: Double)] = []
    /// The refreshes that removed records with unknown values, once for each record.
    private var removals: [Date] = []
    /// The last refresh of any source whose changes are not all known, so that earlier values are not; nil if there is
    /// none.
    private var horizon: Date?

    /// Adds the changes in the number of all records of a source.
    mutating func add(countsOf log: ChangeLog) {
        for refresh in log.refreshes where refresh.kind != .first && refresh.added != refresh.removed {
            steps.append((refresh.at, Double(refresh.added - refresh.removed)))
        }
    }

    /// Undoes the changes to the stored records of a source one by one, the newest first, up to the last refresh whose
    /// changes are not all listed.
    ///
    /// `part` is what a record contributes to the result.
    mutating func add(
        _ log: ChangeLog, _ stored: [RecordAddress: Record], _ part: (Record) -> Double
    ) {
        var records = stored.mapValues(Optional.some)
        let changes = Dictionary(grouping: log.changes, by: \.at)
        for refresh in log.refreshes {
            let listed = changes[refresh.at] ?? []
            guard refresh.kind == .ordinary, listed.count == refresh.count else {
                // Before the first refresh there was nothing.
                if refresh.kind != .first { horizon = max(horizon ?? refresh.at, refresh.at) }
                return
            }
            for change in listed {
                let after = records[change.address] ?? nil
                let before = change.kind == .changed ? after?.undoing(change.fields) : nil
                if change.kind == .removed { removals.append(refresh.at) }
                let step = (after.map(part) ?? 0) - (before.map(part) ?? 0)
                records[change.address] = .some(before)
                if step != 0 { steps.append((refresh.at, step)) }
            }
        }
    }

    /// The values, oldest first, up to the current one; `newest` is the time of the last refresh, for a value that
    /// never changed.
    func points(endingAt present: CompensatedSum, newest: Date?) -> [ValueSeries.Point] {
        var value = present
        var points: [ValueSeries.Point] = []
        let known = steps.filter { isKnown($0.at) }
        for (at, group) in Dictionary(grouping: known, by: \.at).sorted(by: { $0.key > $1.key }) {
            points.append(.init(at: at, value: value.value))
            for step in group { value.add(-step.change) }
        }
        points.append(.init(at: horizon ?? (points.isEmpty ? newest : nil), value: value.value))
        return points.reversed()
    }

    /// What to know about the values, each a sentence without the final period.
    var notes: [String] {
        var notes: [String] = []
        let removed = removals.count(where: isKnown)
        if removed > 0 {
            let records = removed == 1 ? "1 removed record" : "\(removed) removed records"
            notes.append("excludes \(records), whose values are not kept")
        }
        if horizon != nil { notes.append("earlier values are unknown because not all changes are kept") }
        return notes
    }

    private func isKnown(_ at: Date) -> Bool { horizon.map { at > $0 } ?? true }
}
