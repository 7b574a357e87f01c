import AggSource
import Foundation

extension HTTPResponse {
    /// Returns normally if the response contains the requested data.
    ///
    /// Errors arrive with status 200: `{"error": {"code", "message", "details"}}`, with any part missing, or `{"status": "error",
    /// "messages": […]}`. Some servers return a web page, such as a login page.
    ///
    /// - Throws: `SourceError.unauthorized` for 401, 403, 498, and 499, `.rateLimited` for 429, `.http` for any other code,
    ///   `.invalidData` for an error without a code or a web page.
    func requireArcGISSuccess(now: Date) throws(SourceError) {
        let start = try body.read(at: 0, count: 512)
        let failure = try failure(beginning: start)
        if let failure {
            let code = failure.code ?? (status >= 400 ? status : nil)
            let message = failure.message ?? "an error without a message"
            switch code {
            case 401, 403: throw .unauthorized(message)
            case 498, 499: throw .unauthorized("\(message); agg cannot read layers that require a token")
            case 429: throw .rateLimited(until: headers.retryAfter(now: now))
            case let code?: throw .http(status: code, detail: message)
            case nil:
                let report = failure.message.map { "“\($0)”" } ?? message
                throw .invalidData("(the server reports \(report))")
            }
        }
        try requireSuccess(now: now)
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        if start.first(where: { !blanks.contains($0) }) == UInt8(ascii: "<") {
            throw .invalidData("(expected JSON, found a web page)")
        }
    }

    /// The whole response, if it is not a list of rows.
    ///
    /// - Throws: As ``requireArcGISSuccess(now:)``, and `.invalidData` if it is not JSON.
    func arcGISDocument(now: Date) throws(SourceError) -> JSONValue {
        try requireArcGISSuccess(now: now)
        let bytes = try body.collect()
        do { return try JSONValue(parsing: bytes) } catch { throw SourceError(error) }
    }

    private func failure(beginning start: [UInt8]) throws(SourceError) -> (code: Int?, message: String?)? {
        let text = String(decoding: start, as: UTF8.self)
        guard text.contains("\"error\""), let bytes = try? body.collect(limit: 1 << 20),
            let document = try? JSONValue(parsing: bytes)
        else { return nil }
        let error = document["error"]
        guard error?.objectValue != nil || document["status"]?.stringValue == "error" else { return nil }
        let lists = [error?["details"], error?["messages"], document["messages"]].compactMap { $0?.arrayValue }
        let parts = [error?["message"]?.stringValue].compactMap(\.self) + lists.joined().compactMap(\.stringValue)
        var seen: Set<String> = []
        let sentences = parts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        let message = sentences.joined(separator: " ").prefix(300)
        return (error?["code"]?.intValue, message.isEmpty ? nil : String(message))
    }
}
