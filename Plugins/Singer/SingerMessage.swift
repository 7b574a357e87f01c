import AggSource

/// A line of a tap's output.
enum SingerMessage: Hashable, Sendable {
    /// The columns of a stream, and those that identify its rows; nil if it does not say.
    case schema(stream: String, JSONValue?, keys: [String]?)
    /// A row of a stream.
    case record(stream: String, JSONValue)
    /// The point from which the tap would continue.
    case state(JSONValue)
    /// The version of a stream; rows of other versions no longer exist.
    case activateVersion(stream: String, Int)
    /// Files with rows of a stream.
    case batch(stream: String, files: [String], isCompressed: Bool)
    /// Anything else.
    case other

    /// Reads a line.
    ///
    /// - Throws: A fault if it is not a message.
    init(_ line: ArraySlice<UInt8>) throws(MappingFault) {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch { throw MappingFault(error.reason) }
        guard let type = json["type"]?.stringValue?.uppercased() else { throw MappingFault("not a Singer message") }
        let stream = json["stream"]?.stringValue ?? ""
        switch type {
        case "SCHEMA":
            let keys = json["key_properties"]?.arrayValue?.compactMap(\.stringValue)
            self = .schema(
                stream: stream, json["schema"], keys: keys ?? json["key_properties"]?.stringValue.map { [$0] })
        case "RECORD":
            guard let record = json["record"] else { throw MappingFault("a RECORD message without a record") }
            self = .record(stream: stream, record)
        case "STATE":
            guard let value = json["value"] else { throw MappingFault("a STATE message without a value") }
            self = .state(value)
        case "ACTIVATE_VERSION":
            guard let version = json["version"]?.intValue else {
                throw MappingFault("an ACTIVATE_VERSION message without a version")
            }
            self = .activateVersion(stream: stream, version)
        case "BATCH":
            let files = json["manifest"]?.arrayValue?.compactMap(\.stringValue) ?? []
            let compression = json["encoding"]?["compression"]?.stringValue ?? "none"
            guard ["jsonl", nil].contains(json["encoding"]?["format"]?.stringValue),
                ["gzip", "none"].contains(compression)
            else { throw MappingFault("a BATCH message in a format other than JSON Lines") }
            self = .batch(stream: stream, files: files, isCompressed: compression == "gzip")
        default: self = .other
        }
    }
}
