import CCurl
import Foundation
import Glibc

/// One transfer as libcurl knows it.
///
/// Used by the thread of one host alone.
final class CurlHandle {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let words: UnsafeMutablePointer<CChar>

    /// Makes a handle set up for a transfer; nil if libcurl has no memory or does not take the address.
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

    /// libcurl's own words for why the transfer failed.
    func explanation(of code: CURLcode) -> String {
        words[0] == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: words)
    }

    /// The system's error number of a connection that could not be made; 0 if there is none.
    var systemError: Int32 { Int32(clamping: ccurl_system_error(easy)) }

    private func setUp() -> Bool {
        // All that libcurl can inflate is asked for with the empty text.
        let texts = [
            (CURLOPT_URL, transfer.url.absoluteString), (CURLOPT_PROTOCOLS_STR, "http,https"),
            (CURLOPT_ACCEPT_ENCODING, ""),
        ]
        // Signals are the program's; the answers of a proxy's CONNECT are not the host's; redirects are ours.
        let numbers = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_SUPPRESS_CONNECT_HEADERS, 1), (CURLOPT_FOLLOWLOCATION, 0),
            (CURLOPT_NOPROGRESS, 1), (CURLOPT_BUFFERSIZE, 65_536), (CURLOPT_NOBODY, transfer.asksForHeadOnly ? 1 : 0),
        ]
        return (texts + Authorities.options()).allSatisfy { ccurl_set_text(easy, $0.0, $0.1) == CURLE_OK }
            && numbers.allSatisfy { ccurl_set_number(easy, $0.0, $0.1) == CURLE_OK }
            && ccurl_set_fields(easy, fields) == CURLE_OK
            && ccurl_set_error_buffer(easy, words) == CURLE_OK
            && ccurl_set_receivers(
                easy, { takeLine($0, $1, $2, $3) }, { takePiece($0, $1, $2, $3) },
                Unmanaged.passUnretained(transfer).toOpaque()) == CURLE_OK
    }
}

/// Hands a line of the header over; anything but its size ends the transfer.
private func takeLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let data else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    let transfer = Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue()
    return transfer.receive(headerLine: String(decoding: line, as: UTF8.self)) ? size * count : 0
}

/// Hands a piece of the content over; anything but its size ends the transfer.
private func takePiece(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ data: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes, let data, size * count > 0 else { return size * count }
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<Transfer>.fromOpaque(data).takeUnretainedValue().receive(piece) ? size * count : 0
}

/// How libcurl reads an address.
enum CurlAddress {
    /// Whether libcurl would ask the same scheme, host and port that we read from an address.
    ///
    /// Two readers of one text are only safe while they agree: a secret is given out by our reading and sent by its.
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

/// Who vouches for the certificates of servers: the system's authorities, or those that the environment names, as for curl.
enum Authorities {
    /// The options of libcurl for what the environment names: a file with `CURL_CA_BUNDLE`, or else a file with
    /// `SSL_CERT_FILE` and a folder with `SSL_CERT_DIR`.
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
