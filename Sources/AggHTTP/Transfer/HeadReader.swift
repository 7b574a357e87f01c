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
