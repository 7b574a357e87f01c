/// A response to a request.
struct WebResponse: Sendable {
    /// The body of a response.
    enum Body: Sendable {
        /// Bytes that are already known.
        case bytes([UInt8])
        /// Pieces written as they become available, for long responses.
        case stream(@Sendable (BodyWriter) async throws -> Void)
    }

    /// The HTTP status.
    var status: Int
    /// The header fields, in order.
    var headers: [(name: String, value: String)]
    /// The body.
    var body: Body

    /// Creates a response with bytes.
    init(_ status: Int = 200, type: String, bytes: [UInt8], headers: [(name: String, value: String)] = []) {
        self.status = status
        self.headers = [("Content-Type", type)] + headers
        body = .bytes(bytes)
    }

    /// Creates a response with text.
    init(_ status: Int = 200, type: String, _ text: String, headers: [(name: String, value: String)] = []) {
        self.init(status, type: type, bytes: Array(text.utf8), headers: headers)
    }

    /// Creates a response that is written piece by piece.
    init(
        streaming type: String, headers: [(name: String, value: String)] = [],
        _ write: @escaping @Sendable (BodyWriter) async throws -> Void
    ) {
        status = 200
        self.headers = [("Content-Type", type)] + headers
        body = .stream(write)
    }

    /// Returns a response without a body, such as a redirect.
    static func empty(_ status: Int, headers: [(name: String, value: String)] = []) -> WebResponse {
        var response = WebResponse(status, type: "", bytes: [])
        response.headers = headers
        return response
    }

    /// Returns the head as sent; without a length, the body is chunked or ends with the connection.
    func head(length: Int?, isChunked: Bool = false, isKeptAlive: Bool) -> String {
        var text = "HTTP/1.1 \(status) \(WebFault.phrases[status] ?? "Status")\r\nDate: \(DateField.now)\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        if let length, status != 304 { text += "Content-Length: \(length)\r\n" }
        if isChunked { text += "Transfer-Encoding: chunked\r\n" }
        return text + (isKeptAlive ? "\r\n" : "Connection: close\r\n\r\n")
    }
}

/// Writes the pieces of a body.
struct BodyWriter: Sendable {
    /// Sends bytes to the client.
    let send: @Sendable ([UInt8]) async throws -> Void

    /// Writes a piece; an empty one writes nothing, since it would end the body.
    func write(_ text: String) async throws {
        guard !text.isEmpty else { return }
        try await send(Array(text.utf8))
    }
}
