package import AggSource
import Foundation

/// The history of a favorite as JSON, as stored and exported; the snapshot is stored with the favorite itself.
///
/// `{"added":[1795000000.5],"removed_at":null,"snapshot_at":1795000000.5,"note":{"text":"x","at":1},"tags":[…]}`
/// Only restored favorites have `"original_times":[{"added":1795000060,"marked_at":1795000000.5}]`.
package enum FavoriteHistoryJSON {
    /// Writes a history.
    package static func object(_ history: FavoriteHistory) -> JSONObject {
        var object: JSONObject = [
            "added": .array(history.added.sorted().map(time)),
            "removed_at": history.removedAt.map(time) ?? .null,
            "snapshot_at": history.snapshot.map { time($0.at) } ?? .null,
            "note": history.note.map { .object(register($0)) } ?? .null,
            "tags": .array(
                history.tags.sorted { $0.key < $1.key }.map { name, tag in
                    var member = register(tag)
                    member["name"] = .string(name)
                    return .object(member)
                }),
        ]
        if !history.originalTimes.isEmpty {
            object["original_times"] = .array(
                history.originalTimes.sorted { $0.key < $1.key }.map { added, original in
                    ["added": time(added), "marked_at": time(original)]
                })
        }
        return object
    }

    /// Reads a history; the favorite provides its snapshot.
    ///
    /// - Throws: `DamagedRecord` for anything not written by `object`.
    package static func history(_ value: JSONValue, of favorite: Favorite?) throws(DamagedRecord) -> FavoriteHistory {
        guard let added = value["added"]?.arrayValue, let tags = value["tags"]?.arrayValue else {
            throw DamagedRecord()
        }
        var history = FavoriteHistory()
        for time in added { history.added.insert(try date(time)) }
        if let removed = present(value["removed_at"]) { history.removedAt = try date(removed) }
        if let note = present(value["note"]) { history.note = try register(note) }
        for item in value["original_times"]?.arrayValue ?? [] {
            guard let added = item["added"], let original = item["marked_at"] else { throw DamagedRecord() }
            let (time, first) = (try date(added), try date(original))
            history.originalTimes[time] = first
        }
        for tag in tags {
            guard let name = tag["name"]?.stringValue else { throw DamagedRecord() }
            history.tags[name] = try register(tag)
        }
        if let favorite, let time = present(value["snapshot_at"]) {
            history.snapshot = FavoriteSnapshot(favorite, at: try date(time))
        }
        return history
    }

    private static func register(_ register: FavoriteHistory.Register) -> JSONObject {
        ["text": register.text.map(JSONValue.string) ?? .null, "at": time(register.at)]
    }

    private static func register(_ value: JSONValue) throws(DamagedRecord) -> FavoriteHistory.Register {
        guard let time = value["at"] else { throw DamagedRecord() }
        return FavoriteHistory.Register(text: value["text"]?.stringValue, at: try date(time))
    }

    private static func time(_ date: Date) -> JSONValue { .decimal(date.timeIntervalSince1970) }

    private static func date(_ value: JSONValue) throws(DamagedRecord) -> Date {
        guard let seconds = value.doubleValue, seconds.isFinite else { throw DamagedRecord() }
        return Date(timeIntervalSince1970: seconds)
    }

    private static func present(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }
}
