import AggCore

/// All that is known of one source as JSON: its object of every answer, and more.
struct SourceDocument {
    private let details: SourceDetails
    private let source: JSONValue

    /// Makes the document over the object that every answer has of the source.
    init(_ details: SourceDetails, source: JSONValue) {
        self.details = details
        self.source = source
    }

    var json: JSONValue {
        var object = source.objectValue ?? [:]
        object["summary"] = .string(details.summary)
        object["address"] = details.address.map(JSONValue.string) ?? .null
        object["remark"] = details.status.remark.map(JSONValue.string) ?? .null
        object["policy"] = .object(policy)
        object["validators"] =
            details.validators.map { held in
                [
                    "etag": held.entityTag.map(JSONValue.string) ?? .null,
                    "last_modified": held.lastModified.map(JSONValue.string) ?? .null,
                ]
            } ?? .null
        object["rate_limit"] =
            details.rateLimit.map { limit in
                [
                    "limit": .integer(Int64(limit.limit)), "remaining": .integer(Int64(limit.remaining)),
                    "resets_at": limit.resetsAt.flatMap(RecordDate.init(instant:)).map { .string($0.text) } ?? .null,
                ]
            } ?? .null
        object["last_error"] =
            details.failure.map { failure in
                [
                    "code": .string(failure.code), "reason": .string(failure.reason),
                    "failed_at": RecordDate(instant: failure.failedAt).map { .string($0.text) } ?? .null,
                ]
            } ?? .null
        object["columns"] = .array(details.columns.map(column))
        return .object(object)
    }

    private var policy: JSONObject {
        let policy = details.policy
        var object: JSONObject = [
            "fresh_for_s": .integer(policy.freshFor.components.seconds),
            "keep_for_s": policy.keepFor.map { .integer($0.components.seconds) } ?? .null,
        ]
        switch policy.mode {
        case .replace:
            object["mode"] = "replace"
        case .accumulate(let keep):
            object["mode"] = "accumulate"
            object["keep_s"] = .integer(keep.components.seconds)
        }
        return object
    }

    private func column(_ column: Column) -> JSONValue {
        [
            "name": .string(column.name), "kind": .string(column.kind.rawValue), "summary": .string(column.summary),
            "unit": column.unit.map(JSONValue.string) ?? .null, "searchable": .boolean(column.isSearchable),
        ]
    }
}
