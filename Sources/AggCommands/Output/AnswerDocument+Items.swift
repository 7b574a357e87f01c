import AggCore

/// What stands in the envelope beside records, each as a document of its own.
extension AnswerDocument {
    static func source(_ status: SourceStatus, matched: Int?) -> JSONValue {
        [
            "id": .string(status.id.description),
            "kind": .string(status.kind.description),
            "state": .string(status.phase.rawValue),
            "origin": status.origin.map { .string($0.rawValue) } ?? .null,
            "records": .integer(Int64(status.records)),
            "matched": matched.map { .integer(Int64($0)) } ?? .null,
            "favorites": .integer(Int64(status.favorites)),
            "fetched_at": status.fetchedAt.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
            "age_s": status.age.map { .integer($0.components.seconds) } ?? .null,
            "stale": .boolean(status.isStale),
            "reason": status.reason.map(JSONValue.string) ?? .null,
            "notes": .array(status.notes.map(JSONValue.string)),
            "next_refresh": status.nextRefresh.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
        ]
    }

    static func outcome(_ outcome: RefreshOutcome) -> JSONValue {
        [
            "source": .string(outcome.source.description),
            "outcome": .string(outcome.result.rawValue),
            "added": .integer(Int64(outcome.change.added)),
            "changed": .integer(Int64(outcome.change.changed)),
            "removed": .integer(Int64(outcome.change.removed)),
            "skipped": .integer(Int64(outcome.change.skipped.count)),
            "duplicates": .integer(Int64(outcome.change.duplicates)),
            "bytes": .integer(Int64(outcome.change.bytes)),
            "elapsed_ms": .decimal((outcome.elapsed.seconds * 1_000).rounded()),
            "reason": outcome.error.map { .string($0.reason()) } ?? .null,
            "url": outcome.address.map(JSONValue.string) ?? .null,
            "notes": .array(outcome.notes.map(JSONValue.string)),
        ]
    }

    static func finding(_ finding: HealthFinding) -> JSONValue {
        [
            "name": .string(finding.name), "status": .string(finding.status.rawValue),
            "detail": .string(finding.detail), "mend": finding.mend.map(JSONValue.string) ?? .null,
        ]
    }

    static func repair(_ outcome: RepairOutcome) -> JSONValue {
        var object: JSONObject = ["file": .string(outcome.plan.file), "aside": .string(outcome.aside)]
        if let rescued = outcome.plan.rescued {
            object["favorites"] = .integer(Int64(rescued.favorites))
            object["settings"] = .integer(Int64(rescued.settings))
            object["saved"] = .integer(Int64(rescued.searches))
            object["lost"] = .array(rescued.lost.map(JSONValue.string))
            object["complete"] = .boolean(rescued.isComplete)
            object["backup"] = rescued.backup.map(backup) ?? .null
        }
        return .object(object)
    }

    private static func backup(_ backup: RepairPlan.Backup) -> JSONValue {
        [
            "made": RecordDate(instant: backup.made).map { .string($0.text) } ?? .null,
            "favorites": .integer(Int64(backup.favorites)), "settings": .integer(Int64(backup.settings)),
            "saved": .integer(Int64(backup.searches)),
        ]
    }

    static func setting(_ report: SettingReport) -> JSONValue {
        [
            "name": .string(report.setting.name), "value": .string(report.value),
            "from": .string(report.origin.rawValue),
        ]
    }

    static func saved(_ search: SavedSearch) -> JSONValue {
        ["name": .string(search.name), "search": .string(search.line)]
    }
}
