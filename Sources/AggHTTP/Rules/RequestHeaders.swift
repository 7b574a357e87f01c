import AggCore
import Foundation
import FoundationNetworking

/// Builds what goes out for one hop of a request.
enum RequestHeaders {
    /// Fields that are secrets whoever set them, and stay with the first host.
    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// Makes the request for an address; `isHome` says that it still goes to the host first asked.
    ///
    /// - Throws: `SourceError.refused` for a value with a line break or another control character in it.
    static func request(
        _ request: HTTPRequest, to url: URL, isHome: Bool, userAgent: String
    ) throws(SourceError) -> URLRequest {
        var headers = request.headers
        headers["User-Agent"] = userAgent
        headers["If-None-Match"] = request.validators?.entityTag
        headers["If-Modified-Since"] = request.validators?.lastModified
        if isHome, let credential = request.credential { headers[credential.header] = credential.value }
        var result = URLRequest(url: withLowercaseScheme(url))
        for (name, value) in headers.all where isHome || !isSecret(name, request) {
            guard (name + value).unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || $0 == "\t" }) else {
                throw .refused("the value of the header field \(name) holds a line break or another control character")
            }
            result.setValue(value, forHTTPHeaderField: name)
        }
        return result
    }

    private static func isSecret(_ name: String, _ request: HTTPRequest) -> Bool {
        secrets.contains(name) || name == request.credential?.header.lowercased()
    }

    /// The session serves no `HTTP:`.
    private static func withLowercaseScheme(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        parts.scheme = parts.scheme?.lowercased()
        return parts.url ?? url
    }
}
