package import AggSearch
import AggSource
import Foundation

/// Favorites exported to a file, from which they can be restored exactly: snapshot, time, tags, and note.
package enum FavoriteArchive: String, CaseIterable, Sendable {
    /// One JSON document, with one favorite per line.
    case json
    /// Comma-separated values (RFC 4180), with one favorite per line.
    case csv

    /// The contents of a file: the favorites, newest first, and one sentence for each error.
    package struct Content: Sendable {
        /// The favorites.
        package var favorites: [Favorite] = []
        /// The histories of these favorites and of removed ones; a favorite without one has only its current state.
        package var histories: [RecordAddress: FavoriteHistory] = [:]
        /// The errors, with the number of the favorite or the line.
        package var faults: [String] = []
    }

    /// The format indicated by a file name; nil for any other name.
    package init?(fileName: String) {
        let ending = fileName.split(separator: ".").last.map { $0.lowercased() } ?? ""
        guard fileName.contains("."), let form = FavoriteArchive(rawValue: ending) else { return nil }
        self = form
    }

    /// Writes favorites; JSON also has their histories.
    package func bytes(
        of favorites: [Favorite], histories: [RecordAddress: FavoriteHistory] = [:]
    ) -> [UInt8] {
        switch self {
        case .json:
            let lines = favorites.map { JSONValue.object(Self.object($0)).text }.joined(separator: ",\n")
            let past = histories.sorted { $0.key.description < $1.key.description }.map { address, history in
                var object = FavoriteHistoryJSON.object(history)
                object["address"] = .string(address.description)
                return JSONValue.object(object).text
            }.joined(separator: ",\n")
            let end = past.isEmpty ? "" : ",\"history\":[\n\(past)\n]"
            return Array("{\"agg\":1,\"favorites\":[\n\(lines)\n]\(end)}\n".utf8)
        case .csv:
            let rows = favorites.map { favorite in
                let object = Self.object(favorite)
                return Self.columns.map { name in
                    switch object[name] {
                    case nil, .null?: ""
                    case .string(let text)?: text
                    case .some(let value): value.text
                    }
                }
            }
            return Array(CSVText.write([Self.columns] + rows).utf8)
        }
    }

    /// Reads a file written by `bytes`; unreadable favorites are reported as faults, and the others are still used.
    package func read(_ bytes: [UInt8]) -> Content {
        var content = Content()
        switch self {
        case .json:
            let document: JSONValue
            do { document = try JSONValue(parsing: bytes) } catch {
                content.faults = ["the file is not valid JSON: \(error)"]
                return content
            }
            guard document["agg"]?.intValue == 1, let items = document["favorites"]?.arrayValue else {
                content.faults = ["the file is not a list of favorites that this version can read"]
                return content
            }
            for (index, item) in items.enumerated() {
                content.add(item.objectValue ?? JSONObject(), "favorite \(index + 1)")
            }
            content.addHistories(document["history"]?.arrayValue ?? [])
        case .csv:
            let rows = CSVText.read(String(decoding: bytes, as: UTF8.self))
            guard let head = rows.first, head.cells.contains("snapshot") else {
                content.faults = ["the file is not a list of favorites: its first line has no “snapshot” column"]
                return content
            }
            for row in rows.dropFirst() { content.add(Self.object(row.cells, head.cells), "line \(row.line)") }
        }
        return content
    }

    private static let columns = [
        "address", "title", "source", "kind", "marked_at", "marked_at_s", "tags", "note", "snapshot",
    ]

    /// A favorite as an object; the first five members are for human readers, and `marked_at_s` is the exact time.
    private static func object(_ favorite: Favorite) -> JSONObject {
        [
            "address": .string(favorite.address.description), "title": .string(favorite.record.title),
            "source": .string(favorite.source.description), "kind": .string(favorite.kind.description),
            "marked_at": RecordDate(instant: favorite.addedAt).map { .string($0.text) } ?? .null,
            "marked_at_s": .decimal(favorite.addedAt.timeIntervalSince1970),
            "tags": .array(favorite.tags.map(JSONValue.string)),
            "note": favorite.note.map(JSONValue.string) ?? .null,
            "snapshot": .string(RecordSnapshot.text(favorite.record)),
        ]
    }

    /// The members in a row of cells: tags are a JSON array, the time is a number.
    private static func object(_ cells: [String], _ columns: [String]) -> JSONObject {
        var object = JSONObject()
        for (name, cell) in zip(columns, cells) where !cell.isEmpty {
            let isJSON = name == "tags" || name == "marked_at_s"
            object[name] = isJSON ? (try? JSONValue(parsing: cell)) ?? .null : .string(cell)
        }
        return object
    }
}

extension FavoriteArchive.Content {
    /// The history of each favorite, for merging with another machine's.
    package var joinable: [RecordAddress: FavoriteHistory] {
        let present = Dictionary(favorites.map { ($0.address, FavoriteHistory($0)) }, uniquingKeysWith: { $1 })
        return present.merging(histories) { $1 }
    }

    /// Adds the histories of the favorites, or faults.
    fileprivate mutating func addHistories(_ items: [JSONValue]) {
        let known = Dictionary(favorites.map { ($0.address, $0) }, uniquingKeysWith: { $1 })
        for (index, item) in items.enumerated() {
            guard let address = item["address"]?.stringValue.flatMap({ RecordAddress($0) }),
                let history = try? FavoriteHistoryJSON.history(item, of: known[address])
            else {
                faults.append("history \(index + 1) is unreadable")
                continue
            }
            histories[address] = history
        }
    }

    /// Adds one favorite, or a fault.
    fileprivate mutating func add(_ object: JSONObject, _ place: String) {
        guard let source = object["source"]?.stringValue.flatMap({ SourceID($0) }) else {
            return faults.append("\(place) has no valid source")
        }
        guard let text = object["snapshot"]?.stringValue, let record = try? RecordSnapshot.record(text) else {
            return faults.append("\(place) has no readable snapshot")
        }
        let day = object["marked_at"]?.stringValue.flatMap { try? Date($0, strategy: .iso8601) }
        guard let time = object["marked_at_s"]?.doubleValue.map({ Date(timeIntervalSince1970: $0) }) ?? day else {
            return faults.append("\(place) has no valid marked_at time")
        }
        guard let tags = try? FieldsJSON.texts(object["tags"] ?? .array([])) else {
            return faults.append("\(place) has invalid tags; expected a list of strings")
        }
        favorites.append(
            Favorite(
                source: source, kind: SourceKind(object["kind"]?.stringValue ?? source.description), record: record,
                addedAt: time, tags: tags, note: object["note"]?.stringValue))
    }
}

/// The result of importing favorites.
package struct FavoriteImport: Hashable, Sendable {
    /// The number of new favorites.
    package var added: Int
    /// The number that already existed.
    package var known: Int
    /// The number rejected because of the limit.
    package var refused: Int

    /// Creates the counts.
    package init(added: Int = 0, known: Int = 0, refused: Int = 0) {
        self.added = added
        self.known = known
        self.refused = refused
    }
}
