import AggSource
import Foundation
import Yams

/// A recorded request and its response.
struct RecordedExchange {
    let url: URL
    let response: HTTPResponse

    /// Reads the exchanges of a cassette: YAML with the body of each response as text.
    static func cassette(_ text: String) throws -> [RecordedExchange] {
        let document = try Yams.compose(yaml: text)
        return (document?["interactions"]?.array() ?? []).compactMap { exchange in
            guard let url = exchange["request"]?["uri"]?.string.flatMap(URL.init(string:)),
                let status = exchange["response"]?["status"]?["code"]?.int
            else { return nil }
            let fields = exchange["response"]?["headers"]?.mapping?.compactMap { name, values -> (String, String)? in
                guard let name = name.string, let value = values.array().first?.string else { return nil }
                return (name, value)
            }
            let body = exchange["response"]?["body"]?["string"]?.string ?? ""
            return RecordedExchange(
                url: url,
                response: HTTPResponse(
                    url: url, status: status, headers: HTTPHeaders(fields ?? []), body: HTTPBody(Array(body.utf8))))
        }
    }

    /// Reads a raw response and decodes its transfer coding; an interim response before it is skipped.
    static func raw(_ text: String) throws -> HTTPResponse {
        var text = text.replacingOccurrences(of: "\r\n", with: "\n")
        if text.hasPrefix("HTTP/1.1 1"), let end = text.range(of: "\n\n") { text = String(text[end.upperBound...]) }
        let parts = text.range(of: "\n\n")
        let head = parts.map { text[..<$0.lowerBound] } ?? text[...]
        let lines = head.split(separator: "\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            let field = line.split(separator: ":", maxSplits: 1)
            return field.count == 2 ? (String(field[0]), field[1].trimmingCharacters(in: .whitespaces)) : nil
        }
        let body = parts.map { String(text[$0.upperBound...]) } ?? ""
        return HTTPResponse(
            url: URL(fileURLWithPath: "/"), status: status, headers: HTTPHeaders(fields),
            body: HTTPBody(Array(body.utf8)))
    }
}
