/// The head of a request: its first line and header fields (RFC 9112), parsed strictly.
///
/// Browsers and well-behaved programs write it correctly; anything else is rejected rather than guessed at.
struct RequestHead {
    /// The request without its body.
    let request: WebRequest
    /// The length of the body that follows.
    let bodyLength: Int

    /// The maximum number of header fields.
    static let mostFields = 64
    /// The maximum length of the path and query.
    private static let longestTarget = 8_192

    /// Parses the bytes before the empty line.
    ///
    /// - Throws: `WebFault` if they aren't a request that the server accepts.
    init(_ bytes: ArraySlice<UInt8>) throws(WebFault) {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) else {
            throw WebFault(400, "the header contains control characters")
        }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        // A more lenient reader would take a lone line feed or carriage return as the end of a line.
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A } }) else {
            throw WebFault(400, "a header line does not end with CR LF")
        }
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]) else { throw WebFault(400, "the request line is invalid") }
        guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
            throw WebFault(parts[2].hasPrefix("HTTP/") ? 505 : 400, "unsupported protocol version; use HTTP/1.1")
        }
        guard parts[1].utf8.count <= Self.longestTarget else { throw WebFault(431, "the URL is too long") }
        let (host, place) = Self.parts(ofTarget: parts[1])
        guard place.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw WebFault(400, "the URL contains characters that must be percent-encoded, such as %C3%BC for ü")
        }
        guard place.hasPrefix("/"), place.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw WebFault(400, "the path is invalid")
        }
        var headers = try Self.fields(lines.dropFirst())
        if let host { headers["host"] = host }
        guard headers["transfer-encoding"] == nil else {
            throw WebFault(501, "Transfer-Encoding is not supported; use Content-Length")
        }
        let length = headers["content-length"] ?? "0"
        guard !length.isEmpty, length.utf8.count <= 10, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let bodyLength = Int(length)
        else { throw WebFault(400, "Content-Length is not a number") }
        let target = place.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let isCurrent = parts[2] == "HTTP/1.1"
        self.bodyLength = bodyLength
        request = WebRequest(
            method: String(parts[0]), path: PercentText.decoded(target[0].utf8), target: place,
            query: FormValues(parsing: target.count > 1 ? target[1] : ""), headers: headers,
            isKeptAlive: isCurrent && headers["connection"]?.lowercased().contains("close") != true,
            readsChunks: isCurrent)
    }

    /// Splits a target into the host of a whole URL, which takes precedence over the header (RFC 9112, section 3.2.2),
    /// and the path with the query.
    private static func parts(ofTarget target: Substring) -> (host: String?, place: String) {
        let scheme = "http://"
        guard target.prefix(scheme.count).lowercased() == scheme else { return (nil, String(target)) }
        let rest = target.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let place = rest[host.endIndex...]
        return (String(host), place.hasPrefix("/") ? String(place) : "/\(place)")
    }

    /// Parses the header fields.
    private static func fields(_ lines: ArraySlice<Substring>) throws(WebFault) -> [String: String] {
        guard lines.count <= mostFields else { throw WebFault(431, "too many header fields (limit: \(mostFields))") }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
                throw WebFault(400, "a header line is not a valid field")
            }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmed
            // Requests with two hosts or lengths can be used to smuggle requests past checks.
            if fields[name] != nil, ["host", "content-length", "origin", "authorization"].contains(name) {
                throw WebFault(400, "duplicate header field \(name)")
            }
            fields[name] = fields[name].map { "\($0)\(name == "cookie" ? "; " : ", ")\(value)" } ?? value
        }
        return fields
    }

    /// Returns whether a text is a token: a valid name of a method or field.
    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
    }
}

extension Substring {
    /// The text without blanks at its ends.
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
