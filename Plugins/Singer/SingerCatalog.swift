import AggSource
import ProgramRows

/// A tap's description of its streams, with one of them selected.
struct SingerCatalog: Hashable, Sendable {
    /// The whole document, in the form the tap accepts.
    let document: JSONObject
    /// The entry of the selected stream.
    let entry: JSONObject

    /// Selects a stream of a catalog; the others keep only the parts a tap needs to see that they are not selected.
    ///
    /// - Throws: `SourceError.refused` with the names of the streams if none has this name, or if there are several and none is
    ///   given.
    init(_ discovered: JSONValue, stream: String?) throws(SourceError) {
        let entries = (discovered["streams"]?.arrayValue ?? []).compactMap(\.objectValue)
        guard !entries.isEmpty else { throw .refused("the tap has no streams") }
        let names = entries.map(Self.id)
        let place = stream.map { stream in
            names.firstIndex(of: stream) ?? entries.firstIndex { $0["stream"]?.stringValue == stream }
        }
        guard let index = place ?? (entries.count == 1 ? 0 : nil) else {
            let list = names.sorted().joined(separator: ", ")
            throw .refused(
                stream.map { "the tap has no stream “\($0)” (it has \(list))\(Nearest.hint(to: $0, among: names))" }
                    ?? "the tap has several streams (\(list)); choose one with stream:NAME")
        }
        let selected = Self.selected(entries[index])
        var document = JSONObject()
        document["streams"] = .array(
            entries.indices.map { .object($0 == index ? selected : Self.deselected(entries[$0])) })
        self.document = document
        entry = selected
    }

    /// Reads a stored catalog.
    init?(_ text: String, stream: String?) {
        guard let document = (try? JSONValue(parsing: text))?.objectValue,
            let entry = document["streams"]?.arrayValue?.compactMap(\.objectValue).first(where: {
                $0["selected"]?.boolValue == true
            }), stream == nil || stream == Self.id(entry) || stream == entry["stream"]?.stringValue
        else { return nil }
        self.document = document
        self.entry = entry
    }

    /// The stream's name in messages.
    var stream: String { entry["stream"]?.stringValue ?? Self.id(entry) }

    /// Whether a message with this stream name belongs to the stream; some taps send its id instead of its name.
    func isNamed(_ name: String) -> Bool { name == stream || name == id }

    /// The stream's name in bookmarks.
    var id: String { Self.id(entry) }

    /// The columns that identify its rows.
    var keys: [String] {
        let keys = entry["key_properties"] ?? Self.root(entry)?["table-key-properties"]
        return keys?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The columns in its schema that the tap can deliver.
    var columns: [RowColumn] {
        let unsupported = Set(
            (entry["metadata"]?.arrayValue ?? []).filter { $0["metadata"]?["inclusion"]?.stringValue == "unsupported" }
                .compactMap { $0["breadcrumb"]?.arrayValue?.compactMap(\.stringValue) })
        return SingerMapper.columns(entry["schema"]).filter { !unsupported.contains(["properties", $0.source]) }
    }

    /// The names of these columns; nil if the schema lists none.
    var columnNames: [String]? {
        let names = columns.map(\.source)
        return names.isEmpty ? nil : names
    }

    /// Whether a sync returns only the changes since the last one.
    var isIncremental: Bool {
        let root = Self.root(entry)
        let method =
            root?["forced-replication-method"] ?? root?["replication-method"] ?? entry["replication_method"]
        return ["INCREMENTAL", "LOG_BASED"].contains(method?.stringValue?.uppercased())
    }

    /// The names of all streams.
    static func names(_ discovered: JSONValue) -> [String] {
        (discovered["streams"]?.arrayValue ?? []).compactMap(\.objectValue).map(id).sorted()
    }

    private static func id(_ entry: JSONObject) -> String {
        entry["tap_stream_id"]?.stringValue ?? entry["stream"]?.stringValue ?? ""
    }

    /// The metadata of the stream itself.
    private static func root(_ entry: JSONObject) -> JSONObject? {
        entry["metadata"]?.arrayValue?.first { $0["breadcrumb"]?.arrayValue?.isEmpty == true }?["metadata"]?.objectValue
    }

    /// The entry with the stream and all selectable columns selected, in each of the ways that taps look for.
    private static func selected(_ entry: JSONObject) -> JSONObject {
        var entry = entry
        entry["selected"] = .boolean(true)
        if var schema = entry["schema"]?.objectValue {
            schema["selected"] = .boolean(true)
            entry["schema"] = .object(schema)
        }
        var hasRoot = false
        var metadata: [JSONValue] = (entry["metadata"]?.arrayValue ?? []).map { item in
            guard var object = item.objectValue, var values = object["metadata"]?.objectValue else { return item }
            if object["breadcrumb"]?.arrayValue?.isEmpty == true { hasRoot = true }
            let isUnsupported = values["inclusion"]?.stringValue == "unsupported"
            values["selected"] = .boolean(!isUnsupported)
            object["metadata"] = .object(values)
            return .object(object)
        }
        if !hasRoot {
            metadata.append(.object(["breadcrumb": .array([]), "metadata": .object(["selected": .boolean(true)])]))
        }
        entry["metadata"] = .array(metadata)
        return entry
    }

    private static func deselected(_ entry: JSONObject) -> JSONObject {
        [
            "tap_stream_id": .string(id(entry)),
            "stream": entry["stream"] ?? .string(id(entry)),
            "schema": .object(["type": .string("object"), "properties": .object([:]), "selected": .boolean(false)]),
            "key_properties": entry["key_properties"] ?? .array([]),
            "selected": .boolean(false),
            "metadata": .array([
                .object(["breadcrumb": .array([]), "metadata": .object(["selected": .boolean(false)])])
            ]),
        ]
    }
}
