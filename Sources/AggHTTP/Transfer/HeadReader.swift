import AggSource
import Deflate

/// Assembles the head of a response from its lines, which libcurl passes one by one.
struct HeadReader: Sendable {
    private var status: Int?
    /// Keyed by name, since a server may send many thousands.
    private var fields: [String: String] = [:]
    private var lastField: String?
    private var isComplete = false

    /// Handles a line including its ending; returns the head if this line completes the final one.
    ///
    /// Interim responses (100 to 199) are skipped, and so are the fields after chunked content.
    mutating func take(_ line: String) -> AnswerHead? {
        let line = line[...].trimmed { $0.isNewline }
        guard !isComplete else { return nil }
        if status == nil {
            let words = line.split(separator: " ")
            status = words.count > 1 && words[0].hasPrefix("HTTP/") ? Int(words[1]) : nil
            return nil
        }
        guard line.isEmpty, let status else {
            takeField(line)
            return nil
        }
        defer {
            self.status = nil
            fields = [:]
            lastField = nil
        }
        guard status >= 200 else { return nil }
        isComplete = true
        return AnswerHead(status: status, headers: HTTPHeaders(fields.map { ($0.key, $0.value) }))
    }

    /// Adds a field, or continues the last one; multiple values with the same name are joined.
    private mutating func takeField(_ line: Substring) {
        if let first = line.first, first == " " || first == "\t", let lastField {
            fields[lastField, default: ""] += " " + line.trimmed { $0.isWhitespace }
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].trimmed { $0.isWhitespace }.lowercased()
        let value = String(line[line.index(after: colon)...].trimmed { $0.isWhitespace })
        if let earlier = fields.removeValue(forKey: name) {
            fields[name] = earlier + ", " + value
        } else {
            fields[name] = value
        }
        lastField = name
    }
}

/// The status and header fields of a response, as they are after decompression.
struct AnswerHead: Sendable {
    let status: Int
    let headers: HTTPHeaders
    /// The announced length in transit, which is compressed if the response is.
    let announced: Int?
    /// How the content is compressed in transit, so that the announced length is not that of the content received; nil
    /// if it is not.
    let compression: Inflater.Format?
    /// The content's encoding if it is none of those that were requested.
    let unknownEncoding: String?

    init(status: Int, headers: HTTPHeaders) {
        var headers = headers
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        compression =
            switch encoding {
            case "gzip", "x-gzip": .gzip
            case "deflate": .deflate
            default: nil
            }
        unknownEncoding = compression == nil && encoding != "identity" && !encoding.isEmpty ? encoding : nil
        // A response without content may announce the length its content would have (RFC 9110, section 8.6).
        announced = status == 304 || status == 204 ? nil : headers["Content-Length"].flatMap { Int($0) }
        if compression != nil {
            headers["Content-Encoding"] = nil
            headers["Content-Length"] = nil
        }
        self.status = status
        self.headers = headers
    }

    /// The size of the decompressed content, if known in advance.
    var expected: Int? { compression == nil ? announced : nil }
}

extension Substring {
    /// The text without such characters at its ends.
    fileprivate func trimmed(_ isDropped: (Character) -> Bool) -> Substring {
        guard let first = firstIndex(where: { !isDropped($0) }), let last = lastIndex(where: { !isDropped($0) }) else {
            return ""
        }
        return self[first...last]
    }
}
