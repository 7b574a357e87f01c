import AggFiles
import AggSource
import CCurl
import Glibc

/// What libcurl says about the end of a transfer.
struct TransferEnd {
    let code: CURLcode
    /// libcurl's text for people.
    let message: String
    /// The system's error number for a failed connection; 0 if there is none.
    var systemError: Int32 = 0
    /// The status of a proxy's response to CONNECT; 0 if there is none.
    ///
    /// libcurl's code and message for a rejected CONNECT differ between versions.
    var proxyStatus = 0
}

/// Why a transfer failed, in words for people, and whether the same request may be sent again.
struct TransferFailure: Error, Hashable {
    let error: SourceError
    /// True if the connection broke before any byte of a response arrived.
    var mayRepeat = false

    init(_ error: SourceError) {
        self.error = error
    }

    /// Creates the failure from libcurl's report.
    init(_ end: TransferEnd, from origin: HTTPOrigin, head: AnswerHead?, received: Int) {
        let (code, message) = (end.code, end.message)
        switch code {
        case _ where end.proxyStatus == 407: error = .proxyNeedsPassword
        case _ where end.proxyStatus >= 300:
            error = .offline("cannot connect to \(origin): the proxy responded with HTTP \(end.proxyStatus)")
        case CURLE_COULDNT_CONNECT where [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(end.systemError):
            error = .unreadable("from \(origin) (\(SystemError(number: end.systemError).reason))")
        // libcurl has several codes for this; its text contains the proxy's URL, which may have a password.
        case _ where message.hasPrefix("Unsupported proxy"):
            error = .offline("cannot use the proxy set in the environment: its URL is invalid or not supported")
        case CURLE_COULDNT_RESOLVE_HOST: error = .offline("cannot resolve \(origin.host)")
        case CURLE_COULDNT_RESOLVE_PROXY: error = .offline("cannot resolve the proxy set in the environment")
        // libcurl names what it tried to reach, which is the proxy if there is one.
        case CURLE_COULDNT_CONNECT where message.contains(" port ") && !message.contains(" port \(origin.port) "):
            error = .offline("cannot connect to the proxy set in the environment")
        case CURLE_COULDNT_CONNECT: error = .offline("cannot connect to \(origin)")
        case CURLE_ABORTED_BY_CALLBACK:
            let advice = "if that is intended, use localhost or 127.0.0.1 in the URL"
            error = .refused("\(origin.host) resolves to this machine; \(advice)")
        case CURLE_OPERATION_TIMEDOUT: error = .timedOut("\(origin) did not respond")
        case CURLE_URL_MALFORMAT: error = .refused("invalid URL for \(origin)")
        case CURLE_FAILED_INIT: error = .refused("cannot start the request to \(origin): \(message)")
        case CURLE_UNSUPPORTED_PROTOCOL: error = .invalidData("in the response: it is not HTTP")
        case CURLE_PROXY: error = .offline("cannot connect to \(origin) through the proxy: \(message)")
        case CURLE_RECV_ERROR where message.contains("CONNECT"):
            error = .offline("cannot connect to \(origin) through the proxy: \(message)")
        case _ where Self.tellsLargeHead(code, message) && head == nil:
            error = .invalidData("in the response: the header fields are too large")
        case _ where Self.security.contains(code.rawValue) && head == nil:
            error = .refused("cannot make a secure connection to \(origin): \(message)")
        case _ where Self.breaks.contains(code.rawValue) && head == nil:
            error = .offline("\(origin) closed the connection without a response")
            mayRepeat = true
        case _ where Self.breaks.contains(code.rawValue):
            let total = head?.expected.map { " of \(ByteCount.text($0))" } ?? ""
            error = .invalidData("in the response: the connection closed after \(ByteCount.text(received))\(total)")
        default: error = .invalidData("in the response: \(message)")
        }
    }

    /// libcurl limits a field to 100 kB and all fields to 300 kB, and reports the two in different ways.
    private static func tellsLargeHead(_ code: CURLcode, _ message: String) -> Bool {
        code == CURLE_OUT_OF_MEMORY || message.hasPrefix("Too large response headers")
    }

    /// The codes for a connection that ended too early.
    private static let breaks: Set = Set(
        [
            CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        ].map(\.rawValue))

    /// The codes related to a secure connection, its certificates, and its keys.
    private static let security: Set = Set(
        [
            CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
        ].map(\.rawValue))
}
