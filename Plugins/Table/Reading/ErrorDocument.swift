import AggSource

/// A JSON object that is nothing but an error, as web services send it, some of them with status 200.
struct ErrorDocument {
    /// What it says, on one line.
    let message: String

    /// The maximum size in bytes.
    private static let largest = 4_096
    private static let longestMessage = 200

    /// The members of errors; others must be empty.
    private static let members: Set<String> = [
        "error", "errors", "error_description", "success", "ok", "status", "statusCode", "code", "message", "msg",
        "detail", "type", "title", "timestamp", "path", "instance", "request_id", "documentation_url", "hint", "help",
    ]
    /// The members of an error with its text.
    private static let texts = ["message", "info", "detail", "description", "reason", "msg", "title"]

    /// Recognizes an object; nil for any other document, and for one that may be a row, given columns of which each row
    /// has some.
    init?(_ bytes: [UInt8], rowsHave columns: [String] = []) {
        guard bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{"), bytes.count <= Self.largest,
            let object = (try? JSONValue(parsing: bytes))?.objectValue,
            object.members.allSatisfy({ Self.members.contains($0.name) || Self.isEmpty($0.value) })
        else { return nil }
        let error = object["error"] ?? object["errors"]
        let inner = error.flatMap { Self.isEmpty($0) ? nil : Self.text(of: $0) }
        // As in RFC 9457, beside a status such as 404.
        let title = Self.hasStatus(object, [], 400..<600) ? ["title"] : []
        let outer = ["error_description", "message", "detail", "msg"] + title
        guard let text = inner ?? outer.lazy.compactMap({ Self.line(object[$0]) }).first,
            inner != nil || Self.isMessage(object, rowsHave: columns)
        else { return nil }
        message = text
    }

    /// Whether an object with a message is neither a row nor the message of a success.
    private static func isMessage(_ object: JSONObject, rowsHave columns: [String]) -> Bool {
        let names = object.members.map(\.name)
        guard Set(ColumnNames.names(of: names)).isDisjoint(with: columns) else { return false }
        return saysError(object)
            || !saysSuccess(object) && names.allSatisfy { members.contains($0) && $0 != "timestamp" }
    }

    /// The text of the member `error`, or of the first of its items.
    private static func text(of error: JSONValue) -> String? {
        let error = error.arrayValue?.first ?? error
        return line(error) ?? texts.lazy.compactMap { line(error[$0]) }.first
    }

    /// A text on one line; nil for any other value.
    private static func line(_ value: JSONValue?) -> String? {
        guard let words = value?.stringValue?.split(whereSeparator: \.isWhitespace), !words.isEmpty else { return nil }
        return String(words.joined(separator: " ").prefix(longestMessage))
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        value.isNull || value == false || value.stringValue?.isEmpty == true || value.arrayValue?.isEmpty == true
            || value.objectValue?.members.isEmpty == true
    }

    private static func saysError(_ object: JSONObject) -> Bool {
        object["success"] == false || object["ok"] == false || object["error"] == true
            || hasStatus(object, ["error", "fail", "failed"], 400..<600)
    }

    private static func saysSuccess(_ object: JSONObject) -> Bool {
        object["success"] == true || object["ok"] == true
            || hasStatus(object, ["ok", "success"], 200..<300)
    }

    private static func hasStatus(_ object: JSONObject, _ words: Set<String>, _ numbers: Range<Int>) -> Bool {
        ["status", "statusCode", "code"].compactMap { object[$0] }.contains { status in
            status.stringValue.map { words.contains($0.lowercased()) } ?? false
                || status.intValue.map { numbers.contains($0) } ?? false
        }
    }
}
