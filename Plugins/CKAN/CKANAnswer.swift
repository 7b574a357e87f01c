import AggSource
import Foundation

extension HTTPResponse {
    /// Returns normally if the response contains the requested data.
    ///
    /// A failure is `{"success": false, "error": …}`, with an error status or with 200. Its error has a message or a list of
    /// reasons per field; for an unknown action it is plain text. Many portals return a web page instead.
    ///
    /// - Throws: `SourceError.unauthorized` for 401, 403, and an error of authorization, `.rateLimited` for 429, `.http`
    ///   for other statuses, `.invalidData` for a failure with status 200.
    func requireCKANSuccess(now: Date) throws(SourceError) {
        let start = try body.read(at: 0, count: 4_096)
        let text = String(decoding: start, as: UTF8.self).drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        let isPage = text.hasPrefix("<")
        let isSuccess = text.contains(/"success"\s*:\s*true/)
        if (200..<300).contains(status), isSuccess { return }
        let document = isPage ? nil : (try? body.collect(limit: 1 << 20)).flatMap { try? JSONValue(parsing: $0) }
        let failure = isPage ? "the portal returned a web page" : document.flatMap(Self.message)
        let type = document?["error"]?["__type"]?.stringValue
        switch type == "Authorization Error" ? 403 : status {
        case 401, 403: throw .unauthorized(failure ?? "HTTP \(status)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        case 200..<300:
            guard let failure else { return }
            throw .invalidData("(\(failure))")
        default: throw .http(status: status, detail: failure)
        }
    }

    /// The whole response, if it is not a list of rows.
    ///
    /// - Throws: As ``requireCKANSuccess(now:)``, and `.invalidData` if it is not JSON.
    func ckanResult(now: Date) throws(SourceError) -> JSONValue {
        try requireCKANSuccess(now: now)
        let bytes = try body.collect()
        let document: JSONValue
        do { document = try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
        guard let result = document["result"] else {
            throw .invalidData("(expected a CKAN response)")
        }
        return result
    }

    /// The message of a failure, on one line; nil if the document is not a failure.
    private static func message(of document: JSONValue) -> String? {
        if let text = document.stringValue { return line(text) }
        guard let error = document["error"], !error.isNull else {
            return document["success"]?.boolValue == false ? "the portal reports an error without a message" : nil
        }
        return line(reasons(in: error).joined(separator: "; "))
    }

    /// The reasons in an error: its message, or else those of its fields, however deeply nested.
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
