public import AggSource

/// What a loopback server answers.
public struct LoopbackResponse: Hashable, Sendable {
    /// The status.
    public var status: Int
    /// The header fields; `Content-Length` is added.
    public var headers: HTTPHeaders
    /// The content.
    public var body: [UInt8]

    /// Makes an answer of bytes.
    public init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes an answer of text.
    public init(status: Int = 200, headers: HTTPHeaders = [:], _ text: String) {
        self.init(status: status, headers: headers, body: Array(text.utf8))
    }

    /// An answer of JSON text.
    public static func json(_ text: String, headers: HTTPHeaders = [:]) -> LoopbackResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return LoopbackResponse(headers: headers, text)
    }

    /// An answer that sends the client elsewhere.
    public static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: ["Location": location])
    }
}

extension LoopbackResponse {
    /// The answer as it goes over the wire, with its content or its head alone.
    func bytes(withBody: Bool) -> [UInt8] {
        let head =
            ["HTTP/1.1 \(status) Status", "Content-Length: \(body.count)"]
            + headers.all.map { "\($0.name): \($0.value)" }
        // A 304 has no content, whatever its fields say (RFC 9110, section 15.4.5).
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (status == 304 || !withBody ? [] : body)
    }
}
