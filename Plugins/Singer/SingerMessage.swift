import AggSource

/// What a line of a tap's output means for one stream.
enum SingerMessage: Hashable, Sendable {
    /// The columns of the stream, and those that identify its rows; nil if it does not say.
    case schema(JSONValue?, keys: [String]?)
    /// A row of the stream, with its version if it has one.
    case record(JSONValue, version: Int?)
    /// The point from which the tap would continue.
    case state(JSONValue)
    /// The version of the stream; rows of older versions no longer exist.
    case activateVersion(Int)
    /// Files with rows of the stream.
    case batch(files: [String], isCompressed: Bool)
    /// Rows of another stream.
    case otherRows(stream: String)
    /// Anything else.
    case other

    /// Reads a line; of a message about another stream, only the stream matters.
    ///
    /// - Throws: A fault if it is not a message.
    init(_ line: ArraySlice<UInt8>, ofStream isSelected: (String) -> Bool) throws(MappingFault) {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch {
            throw MappingFault("expected one JSON object per line, but \(error.reason)")
        }
        guard let type = json["type"]?.stringValue?.uppercased() else { throw MappingFault("not a Singer message") }
        let stream = json["stream"]?.stringValue ?? ""
        switch type {
        case "RECORD" where !isSelected(stream), "BATCH" where !isSelected(stream): self = .otherRows(stream: stream)
        case "SCHEMA" where !isSelected(stream), "ACTIVATE_VERSION" where !isSelected(stream): self = .other
        case "SCHEMA":
            let keys = json["key_properties"]?.arrayValue?.compactMap(\.stringValue)
            self = .schema(json["schema"], keys: keys ?? json["key_properties"]?.stringValue.map { [$0] })
        case "RECORD":
            guard let record = json["record"] else { throw MappingFault("a RECORD message without a record") }
            self = .record(record, version: json["version"]?.intValue)
        case "STATE":
            guard let value = json["value"] else { throw MappingFault("a STATE message without a value") }
            self = .state(value)
        case "ACTIVATE_VERSION":
            guard let version = json["version"]?.intValue else {
                throw MappingFault("an ACTIVATE_VERSION message without a version")
            }
            self = .activateVersion(version)
        case "BATCH":
            let files = json["manifest"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let compression = json["encoding"]?["compression"]?.stringValue ?? "none"
            guard ["jsonl", nil].contains(json["encoding"]?["format"]?.stringValue),
                ["gzip", "none"].contains(compression)
            else { throw MappingFault("a BATCH message in a format other than JSON Lines") }
            self = .batch(files: files, isCompressed: compression == "gzip")
        default: self = .other
        }
    }
}
