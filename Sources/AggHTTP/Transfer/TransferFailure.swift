import AggFiles
import AggSource
import CCurl
import Glibc

/// Why a transfer failed, in words for people, and whether the same request may be sent again.
struct TransferFailure: Error, Hashable {
    let error: SourceError
    /// True if the connection broke before any byte of a response arrived.
    var mayRepeat = false

    init(_ error: SourceError) {
        self.error = error
    }

    /// Creates the failure from libcurl's code and message.
    init(
        _ code: CURLcode, _ words: String, _ systemError: Int32 = 0, from origin: HTTPOrigin, head: AnswerHead?,
        received: Int
    ) {
        switch code {
        case CURLE_COULDNT_CONNECT where [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(systemError):
            error = .unreadable("a connection to \(origin) (\(SystemError(number: systemError).reason))")
        case CURLE_COULDNT_RESOLVE_HOST: error = .offline("no address is known for \(origin.host)")
        case CURLE_COULDNT_RESOLVE_PROXY: error = .offline("no address is known for the proxy of the environment")
        case CURLE_COULDNT_CONNECT: error = .offline("cannot connect to \(origin)")
        case CURLE_OPERATION_TIMEDOUT: error = .timedOut("\(origin) did not answer")
        case CURLE_URL_MALFORMAT: error = .refused("the address at \(origin) cannot be asked")
        case CURLE_UNSUPPORTED_PROTOCOL: error = .invalidData("in the answer: it is not HTTP")
        case CURLE_BAD_CONTENT_ENCODING:
            error = .invalidData("in the answer: its compression is broken after \(ByteCount.text(received))")
        case CURLE_PROXY: error = .offline("the proxy gives no way to \(origin): \(words)")
        case CURLE_RECV_ERROR where words.contains("CONNECT"):
            error = .offline("the proxy gives no way to \(origin): \(words)")
        case _ where Self.tellsLargeHead(code, words) && head == nil:
            error = .invalidData("in the answer: its header fields are too large")
        case _ where Self.security.contains(code.rawValue) && head == nil:
            error = .refused("no secure connection to \(origin) can be made: \(words)")
        case _ where Self.breaks.contains(code.rawValue) && head == nil:
            error = .offline("\(origin) closed the connection without an answer")
            mayRepeat = true
        case _ where Self.breaks.contains(code.rawValue):
            let total = head?.expected.map { " of \(ByteCount.text($0))" } ?? ""
            error = .invalidData("in the answer: the connection closed after \(ByteCount.text(received))\(total)")
        default: error = .invalidData("in the answer: \(words)")
        }
    }

    /// libcurl limits a field to 100 kB and all fields to 300 kB, and reports that in its own ways.
    private static func tellsLargeHead(_ code: CURLcode, _ words: String) -> Bool {
        code == CURLE_OUT_OF_MEMORY || words.hasPrefix("Too large response headers")
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
