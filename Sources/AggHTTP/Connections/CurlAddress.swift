import CCurl
import Foundation

/// How libcurl reads an address.
enum CurlAddress {
    /// Whether libcurl would ask the same scheme, host and port that we read from an address.
    ///
    /// Two readers of one text are only safe while they agree: a secret is given out by our reading and sent by its.
    static func agrees(_ url: URL, with origin: Origin) -> Bool {
        guard let parts = curl_url() else { return false }
        defer { curl_url_cleanup(parts) }
        guard curl_url_set(parts, CURLUPART_URL, url.absoluteString, 0) == CURLUE_OK else { return false }
        let host = text(parts, CURLUPART_HOST)?.lowercased()
        return text(parts, CURLUPART_SCHEME)?.lowercased() == origin.scheme
            && (host == origin.host || host == "[\(origin.host)]")
            && text(parts, CURLUPART_PORT) == "\(origin.port)"
    }

    private static func text(_ parts: OpaquePointer, _ part: CURLUPart) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parts, part, &value, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }
}
