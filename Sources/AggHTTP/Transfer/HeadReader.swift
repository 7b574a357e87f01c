import AggSource
import Foundation

/// Puts the head of an answer together from its lines, as libcurl gives them one by one.
struct HeadReader: Sendable {
    private var status: Int?
    /// By name: a server may send many thousands.
    private var fields: [String: String] = [:]
    private var lastField: String?
    private var isComplete = false

    /// Takes a line with its line end; gives the head when this line completes one that counts.
    ///
    /// Interim answers (100 to 199) are passed over, and so are the fields that follow content sent in chunks.
    mutating func take(_ line: String) -> AnswerHead? {
        let line = line.trimmingCharacters(in: .newlines)
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

    /// Adds a field, or to the last one where the line goes on with it; of one name all values are joined.
    private mutating func takeField(_ line: String) {
        if let first = line.first, first == " " || first == "\t", let lastField {
            fields[lastField, default: ""] += " " + line.trimmingCharacters(in: .whitespaces)
            return
        }
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        if let earlier = fields.removeValue(forKey: name) {
            fields[name] = earlier + ", " + value
        } else {
            fields[name] = value
        }
        lastField = name
    }
}

/// Status and header fields of an answer, as they are once its content is inflated.
struct AnswerHead: Sendable {
    let status: Int
    let headers: HTTPHeaders
    /// The length announced, of the bytes on the way: compressed where the answer is.
    let announced: Int?
    /// Whether the content is compressed on the way, so that what is announced is not what is received.
    let isCompressed: Bool

    init(status: Int, headers: HTTPHeaders) {
        var headers = headers
        let encoding = headers["Content-Encoding"]?.lowercased() ?? "identity"
        isCompressed = encoding != "identity" && !encoding.isEmpty
        // An answer without content may name the length that its content would have (RFC 9110, section 8.6).
        announced = status == 304 || status == 204 ? nil : headers["Content-Length"].flatMap { Int($0) }
        if isCompressed {
            headers["Content-Encoding"] = nil
            headers["Content-Length"] = nil
        }
        self.status = status
        self.headers = headers
    }

    /// How many bytes the inflated content has, where that can be known beforehand.
    var expected: Int? { isCompressed ? nil : announced }
}
