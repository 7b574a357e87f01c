/// The head of a request: its first line and its header fields (RFC 9112), read strictly.
///
/// A browser and a program on this machine write it correctly; whatever else arrives is refused rather than guessed at.
struct RequestHead {
    /// The request, still without its body.
    let request: WebRequest
    /// The length of the body that follows.
    let bodyLength: Int

    /// The maximum number of header fields.
    static let mostFields = 64
    /// The maximum length of the path and query.
    private static let longestTarget = 8_192

    /// Parses the bytes before the empty line.
    ///
    /// - Throws: `WebFault` if they are not a request that the server takes.
    init(_ bytes: ArraySlice<UInt8>) throws(WebFault) {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) else {
            throw WebFault(400, "the header has control characters")
        }
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\r\n", omittingEmptySubsequences: false)
        // A line feed or carriage return of its own would be a second line to a more lenient reader.
        guard lines.allSatisfy({ $0.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A } }) else {
            throw WebFault(400, "a line of the header does not end with CR LF")
        }
        let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]) else { throw WebFault(400, "the first line is not a request") }
        guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
            throw WebFault(parts[2].hasPrefix("HTTP/") ? 505 : 400, "only HTTP/1.1 is spoken here")
        }
        guard parts[1].utf8.count <= Self.longestTarget else { throw WebFault(431, "the URL is too long") }
        guard parts[1].hasPrefix("/"), parts[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw WebFault(400, "the path is not valid")
        }
        let headers = try Self.fields(lines.dropFirst())
        guard headers["transfer-encoding"] == nil else {
            throw WebFault(501, "a body needs a Content-Length")
        }
        let length = headers["content-length"] ?? "0"
        guard !length.isEmpty, length.utf8.count <= 10, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let bodyLength = Int(length)
        else { throw WebFault(400, "Content-Length is not a number") }
        let target = parts[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let options = (headers["connection"] ?? "").lowercased()
        self.bodyLength = bodyLength
        request = WebRequest(
            method: String(parts[0]), path: PercentText.decoded(target[0].utf8), target: String(parts[1]),
            query: FormValues(parsing: target.count > 1 ? target[1] : ""), headers: headers,
            isKeptAlive: parts[2] == "HTTP/1.1" ? !options.contains("close") : options.contains("keep-alive"))
    }

    /// Parses the header fields.
    private static func fields(_ lines: ArraySlice<Substring>) throws(WebFault) -> [String: String] {
        guard lines.count <= mostFields else { throw WebFault(431, "there are more than \(mostFields) header fields") }
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
                throw WebFault(400, "a line of the header is not a field")
            }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].trimmed
            // Two different hosts or lengths are how requests are smuggled past checks.
            if fields[name] != nil, ["host", "content-length", "origin", "authorization"].contains(name) {
                throw WebFault(400, "\(name) is given twice")
            }
            fields[name] = fields[name].map { "\($0)\(name == "cookie" ? "; " : ", ")\(value)" } ?? value
        }
        return fields
    }

    /// Whether a text is a token: the name of a method or of a field.
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
