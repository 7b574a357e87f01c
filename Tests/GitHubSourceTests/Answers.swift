import AggSource
import Foundation

extension HTTPResponse {
    /// Returns a response with a text.
    static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        HTTPResponse(
            url: URL(filePath: "/"), status: status, headers: headers, body: HTTPBody(Array(text.utf8)))
    }
}
