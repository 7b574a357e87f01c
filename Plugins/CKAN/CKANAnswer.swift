import AggSource
import Foundation

extension HTTPResponse {
    /// Returns normally for an answer that holds what was asked for.
    ///
    /// A failure is `{"success": false, "error": …}` with a status of its own or with 200. Its error has a message, or lists
    /// reasons by the names of fields; an unknown action is a bare text. Many portals answer a web page instead.
    ///
    /// - Throws: `SourceError.unauthorized` for 401 and 403, `.rateLimited` for 429, `.http` for other statuses,
    ///   `.invalidData` for a web page and for a failure without a meaning.
    func requireCKANSuccess(now: Date) throws(SourceError) {
        let start = try body.read(at: 0, count: 4_096)
        let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isPage = text.hasPrefix("<")
        let isSuccess = text.contains(/"success"\s*:\s*true/)
        if (200..<300).contains(status), isSuccess { return }
        let document = isPage ? nil : (try? body.collect(limit: 1 << 20)).flatMap { try? JSONValue(parsing: $0) }
        let failure = isPage ? "the portal answered a web page" : document.flatMap(Self.message)
        switch Self.status(of: document?["error"]) ?? status {
        case 401, 403: throw .unauthorized(failure ?? "HTTP \(status)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        case 200..<300 where failure == nil: return
        case 200..<300: throw .invalidData("where rows are expected: \(failure ?? "")")
        case let status: throw .http(status: status, detail: failure)
        }
    }

    /// The whole answer, which is not a list of rows.
    ///
    /// - Throws: As ``requireCKANSuccess(now:)``, and `.invalidData` if it is not JSON.
    func ckanResult(now: Date) throws(SourceError) -> JSONValue {
        try requireCKANSuccess(now: now)
        let bytes = try body.collect()
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
        guard let result = document["result"] else {
            throw .invalidData("where the answer of a CKAN portal is expected")
        }
        return result
    }

    /// The status that a failure with status 200 means.
    private static func status(of error: JSONValue?) -> Int? {
        switch error?["__type"]?.stringValue {
        case "Authorization Error": 403
        case "Not Found Error": 404
        case "Validation Error", "Search Error", "Search Query Error": 409
        default: nil
        }
    }

    /// The message of a failure, on one line; nil if the document is not one.
    private static func message(of document: JSONValue) -> String? {
        if let text = document.stringValue { return line(text) }
        guard let error = document["error"], !error.isNull else {
            return document["success"]?.boolValue == false ? "the portal reports an error without a message" : nil
        }
        return line(reasons(in: error).joined(separator: "; "))
    }

    /// The reasons in an error: its message, else those of its fields, however deep they are.
    private static func reasons(in error: JSONValue) -> [String] {
        if let text = error.stringValue { return [text] }
        if let list = error.arrayValue { return list.flatMap(reasons) }
        if let message = error["message"]?.stringValue { return [message] }
        let fields = (error.objectValue?.members ?? []).filter { !$0.name.hasPrefix("__") }
        return fields.flatMap { field in reasons(in: field.value).map { "\(field.name): \($0)" } }
    }

    private static func line(_ text: String) -> String? {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.isEmpty ? "the portal reports an error without a message" : String(line.prefix(300))
    }
}
