/// The reason why a request is refused: a status and a sentence.
struct WebFault: Error, Hashable, Sendable {
    /// The HTTP status.
    var status: Int
    /// The reason, as a sentence without the final period.
    var message: String

    /// Creates a fault.
    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The standard phrases of the statuses that the server sends.
    static let phrases: [Int: String] = [
        200: "OK", 303: "See Other", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 413: "Content Too Large", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
    ]
}
