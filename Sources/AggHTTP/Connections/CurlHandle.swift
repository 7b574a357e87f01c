import CCurl
import Foundation
import Glibc

/// A transfer as a libcurl handle.
///
/// Used only by the thread of its host.
final class CurlHandle {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>

    /// Creates a handle for a transfer; nil if libcurl has no memory or rejects the URL.
    init?(_ transfer: Transfer) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.transfer = transfer
        words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        for (name, value) in transfer.headers {
            fields = curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        guard setUp() else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fields)
        words.deallocate()
    }

    /// What libcurl says about the end of the transfer.
    func end(_ code: CURLcode) -> TransferEnd {
        TransferEnd(
            code: code,
            message: words[0] == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: words),
            systemError: Int32(clamping: ccurl_number(easy, CURLINFO_OS_ERRNO)),
            proxyStatus: Int(ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE)))
    }

    private func setUp() -> Bool {
        let texts = [(CURLOPT_URL, transfer.url.absoluteString), (CURLOPT_PROTOCOLS_STR, "http,https")]
        // Signals belong to the program; responses to a proxy's CONNECT are not the host's; we follow redirects
        // ourselves.
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_NOPROGRESS, 1), (CURLOPT_BUFFERSIZE, 65_536), (CURLOPT_NOBODY, transfer.asksForHeadOnly ? 1 : 0),
        ]
        return (texts + Authorities.options()).allSatisfy { ccurl_set_text(easy, $0.0, $0.1) == CURLE_OK }
            && numbers.allSatisfy { ccurl_set_number(easy, $0.0, $0.1) == CURLE_OK }
            && ccurl_set_fields(easy, fields) == CURLE_OK
            && transfer.content.map { ccurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, $0) == CURLE_OK } ?? true
            && transfer.refusedPort.map { ccurl_refuse_loopback(easy, $0) == CURLE_OK } ?? true
            && ccurl_set_error_buffer(easy, words) == CURLE_OK
            && ccurl_set_receivers(
                easy, { takeLine($0, $1, $2, $3) }, { takePiece($0, $1, $2, $3) },
                Unmanaged.passUnretained(transfer).toOpaque()) == CURLE_OK
    }
}

/// Passes on a header line; any result other than its size ends the transfer.
private func takeLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let data else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    let transfer = Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue()
    return transfer.receive(headerLine: String(decoding: line, as: UTF8.self)) ? size * count : 0
}

/// Passes on a piece of the content; any result other than its size ends the transfer.
private func takePiece(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let data, size * count > 0 else { return size * count }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue().receive(piece) ? size * count : 0
}

/// How libcurl parses a URL.
enum CurlAddress {
    /// Whether libcurl reads the same scheme, host, and port from a URL as we do.
    ///
    /// Using two parsers is safe only if they agree: our parser decides where a secret may go, libcurl's where it is
    /// sent.
    static func agrees(_ url: URL, with origin: HTTPOrigin) -> Bool {
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

/// The certificate authorities: those of the system, or those given in the environment, as for curl.
enum Authorities {
    /// The libcurl options for the environment's settings: a file in `CURL_CA_BUNDLE`, or else a file in
    /// `SSL_CERT_FILE` and a folder in `SSL_CERT_DIR`.
    static func options(_ variable: (String) -> String? = Self.variable) -> [(CURLoption, String)] {
        if let bundle = variable("CURL_CA_BUNDLE") { return [(CURLOPT_CAINFO, bundle)] }
        return [(CURLOPT_CAINFO, "SSL_CERT_FILE"), (CURLOPT_CAPATH, "SSL_CERT_DIR")].compactMap { option, name in
            variable(name).map { (option, $0) }
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
