import AggSearch
import AggSource
import AggStorage
import Foundation

/// The part of a source's log that contains its news.
struct NewsSpan {
    let source: SourceID
    let since: Date?
    let marks: ReadMarks
    /// The time of the source's first record that is marked as unread; nil if there is none.
    let firstUnread: Date?

    /// When it starts: at the requested time, or at the first change that may be unread.
    var start: Date {
        if let since { return since }
        let read = marks.sources[source]?.at ?? .distantPast
        return min(firstUnread ?? read, read)
    }

    /// Whether a record of the first load is recent enough.
    func includes(_ record: Record) -> Bool {
        guard let since = since.flatMap({ RecordDate(instant: $0) }), let date = record.date else { return true }
        return date >= since || date.isDay && date.day >= since.day
    }

    /// Whether a record of the first load is unread; if the mirror was refilled, its date decides.
    func isUnread(_ record: Record, broughtAt time: Date) -> Bool {
        let address = RecordAddress(source: source, key: record.key)
        guard marks.isUnread(address, changedAt: time) else { return false }
        guard marks.records[address] == nil, let read = marks.sources[source].flatMap({ RecordDate(instant: $0.at) }),
            let date = record.date
        else { return true }
        return date > read
    }
}

extension ChangeLog {
    /// The last change to each record that was not removed, newest first; a record added in the log's span counts as
    /// added, whatever changed since.
    var latest: [RecordChange] {
        var places: [RecordAddress: Int] = [:]
        var latest: [RecordChange] = []
        for change in changes {
            guard let place = places[change.address] else {
                places[change.address] = latest.count
                latest.append(change)
                continue
            }
            if change.kind == .added, latest[place].kind == .changed {
                latest[place].kind = .added
                latest[place].fields = []
            }
        }
        return latest.filter { $0.kind != .removed }
    }
}

extension [RecordChange] {
    /// The changes, with only the first `limit` changed records: unlike added ones, those appear at the time of their
    /// refresh, so the older ones would not be shown.
    func limited(to limit: Int) -> [RecordChange] {
        var rest = limit
        return filter { change in
            guard change.kind == .changed else { return true }
            rest -= 1
            return rest >= 0
        }
    }
}
