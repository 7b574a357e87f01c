public import AggSource
import Foundation

/// A request as a loopback server received it.
public struct LoopbackRequest: Hashable, Sendable {
    /// The path, percent-decoded, as `/resource/4ijn-s7e5.json`.
    public let path: String
    /// The items of the query, percent-decoded; of two equal names the last one wins.
    public let query: [String: String]
    /// The header fields.
    public let headers: HTTPHeaders
    /// Whether only the head of the answer is wanted (HEAD).
    public private(set) var asksForHeadOnly = false

    /// Makes a request.
    public init(path: String, query: [String: String] = [:], headers: HTTPHeaders = [:]) {
        self.path = path
        self.query = query
        self.headers = headers
    }

    /// Reads the head of a GET or HEAD request; nil when it is none.
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count == 3, ["GET", "HEAD"].contains(words[0]), let parts = URLComponents(string: String(words[1]))
        else {
            return nil
        }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let items = (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        self.init(path: parts.path, query: Dictionary(items) { $1 }, headers: HTTPHeaders(fields))
        asksForHeadOnly = words[0] == "HEAD"
    }
}
