package import AggSource
package import Foundation

extension HTTPResponse {
    /// Returns normally for a response with the requested data.
    ///
    /// Two formats of error documents are in use, `{"code", "error", "message"}` and `{"message", "errorCode"}`; code
    /// and message become the detail of the error. Such a document can also have status 200.
    ///
    /// - Throws: `SourceError.unauthorized` for 401 and 403, `.rateLimited` for 429, `.http` for 202 (after all retries)
    ///   and any other status, `.invalidData` for an error document with a status of success.
    package func requireSocrataSuccess(of portal: SocrataPortal, now: Date) throws(SourceError) {
        switch status {
        case 202:
            throw .http(status: 202, detail: "the portal is still preparing the response; try again in a few minutes")
        case 200..<300:
            guard isSocrataError else { return }
            let report = socrataErrorDetail.map { "“\($0)”" } ?? "an error without a message"
            throw .invalidData("(the portal reports \(report))")
        case 401, 403:
            let detail = socrataErrorDetail.map { ": \($0)" } ?? ""
            throw .unauthorized("HTTP \(status)\(detail); check the application token in \(portal.tokenVariable)")
        case 429: throw .rateLimited(until: headers.retryAfter(now: now))
        default: throw .http(status: status, detail: socrataErrorDetail)
        }
    }

    /// Whether the portal reports that the response comes from an older copy of the data.
    package var isSocrataDataOutOfDate: Bool {
        headers["X-SODA2-Data-Out-Of-Date"]?.trimmingCharacters(in: .whitespaces).lowercased() == "true"
    }

    /// Whether the body is an error document rather than data.
    ///
    /// Data is a list, or an object with other members, so only the start is read unless it looks like an error.
    private var isSocrataError: Bool {
        guard let start = try? body.read(at: 0, count: 4_096),
            start.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{"),
            let bytes = try? body.collect(limit: 1 << 20), let document = try? JSONValue(parsing: bytes)
        else { return false }
        let hasText = document["message"]?.stringValue != nil
        return document["error"]?.boolValue == true || document["errorCode"]?.stringValue != nil && hasText
    }

    /// The code and message of an error document, such as `dataset.missing: Not found`; nil if the body is not one.
    private var socrataErrorDetail: String? {
        guard let bytes = try? body.collect(limit: 1 << 20), let document = try? JSONValue(parsing: bytes) else {
            return nil
        }
        let parts = [document["code"] ?? document["errorCode"], document["message"]].compactMap { $0?.stringValue }
        let text = parts.joined(separator: ": ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty else { return nil }
        return text.count > 300 ? text.prefix(300) + "…" : text
    }
}
