import AggSource
import Foundation
import ProgramRows

/// The state kept from one sync to the next, together with the rows.
struct SingerState: Hashable, Sendable {
    /// The catalog with the stream selected.
    var catalog: String?
    /// The options with which the tap accepts its catalog.
    var options: [String]
    /// The value of the last STATE message.
    var state: String?
    /// The version of the rows.
    var version: Int?
    /// The roles of the rows; those of an incremental stream stay as first inferred, even while a column is missing.
    var roles: RowRoles?
    /// The roles of the last rows, in which other columns stand in for missing ones; nil if there are none.
    var standInRoles: RowRoles?
    /// The versions of stored rows that are not yet active; nil if unknown, because an earlier version of agg wrote the state.
    var newVersions: [NewVersion]?
    /// When the last sync ended; nil if unknown.
    var time: Date?

    /// A version that is not yet active, and a time after all earlier syncs and before that of its first rows.
    struct NewVersion: Hashable, Sendable {
        let number: Int
        let since: Date
    }

    /// The mode that removes the rows of older versions: those that were last sent before the first rows of this version.
    func mode(activating version: Int, _ started: Date) -> SourcePolicy.Mode {
        guard let newVersions else { return .keepAll }
        guard let first = newVersions.first(where: { $0.number >= version }) else { return .replace }
        let age = started.timeIntervalSince(first.since)
        return age > 0 ? .accumulate(keep: .seconds(clamping: age)) : .keepAll
    }

    /// Remembers the newest version of the rows of a sync that ends now, and forgets versions that are active.
    mutating func noteVersion(_ newest: Int?, at now: Date) {
        defer { time = now }
        guard var versions = newVersions else { return }
        let version = version ?? .min
        versions.removeAll { $0.number <= version }
        if let newest, newest > version, !versions.contains(where: { $0.number >= newest }) {
            versions.append(NewVersion(number: newest, since: time ?? .distantPast))
        }
        newVersions = versions
    }

    /// The roles to use again, the preferred ones first.
    var formerRoles: [RowRoles] { [roles, standInRoles].compactMap(\.self) }

    /// Remembers the roles of the rows of a sync.
    mutating func noteRoles(_ newest: RowRoles, isIncremental: Bool) {
        let first = isIncremental ? roles ?? newest : newest
        roles = first
        standInRoles = newest == first ? nil : newest
    }

    init(_ state: FetchState?) {
        let values = state?.values ?? [:]
        catalog = values["catalog"]
        options = values["catalog-options"]?.split(separator: " ").map(String.init) ?? ["--catalog"]
        self.state = values["state"]
        version = values["version"].flatMap(Int.init)
        time = values["time"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:))
        let listed = state == nil ? "" : values["new-versions"]
        newVersions = listed.map { text in
            text.split(separator: " ").compactMap { item in
                let parts = item.split(separator: "@").map(String.init)
                guard parts.count == 2, let number = Int(parts[0]), let since = Double(parts[1]) else { return nil }
                return NewVersion(number: number, since: Date(timeIntervalSince1970: since))
            }
        }
        roles = Self.readRoles(values["roles"])
        standInRoles = Self.readRoles(values["stand-in-roles"])
    }

    private static func readRoles(_ text: String?) -> RowRoles? {
        text.flatMap { try? JSONValue(parsing: $0) }?.objectValue.map { object in
            RowRoles(given: Dictionary(object.members.map { ($0.name, $0.value.stringValue ?? "") }) { $1 })
        }
    }

    private static func text(_ roles: RowRoles) -> String {
        JSONValue.object(JSONObject(roles.named.map { JSONObject.Member($0.role, .string($0.column)) })).text
    }

    var fetchState: FetchState {
        var values = ["catalog-options": options.joined(separator: " ")]
        values["catalog"] = catalog
        values["state"] = state
        values["version"] = version.map(String.init)
        values["time"] = time.map { String($0.timeIntervalSince1970) }
        values["new-versions"] = newVersions.map { versions in
            versions.map { "\($0.number)@\($0.since.timeIntervalSince1970)" }.joined(separator: " ")
        }
        values["roles"] = roles.map(Self.text)
        values["stand-in-roles"] = standInRoles.map(Self.text)
        return FetchState(values)
    }
}
