import AggSource
import Foundation

/// Where a response redirects a request, and which redirects are refused.
enum Redirect {
    /// The maximum number of redirects followed for one request.
    static let limit = 10
    /// The statuses of permanent redirects.
    static let permanent: Set = [301, 308]

    /// The URL a response redirects to, or nil if it is not a redirect.
    ///
    /// - Throws: `SourceError.refused` for a redirect to a scheme other than http and https, from https to http, or to
    ///   an invalid URL.
    static func target(from url: URL, status: Int, location: String?) throws(SourceError) -> URL? {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty else { return nil }
        let host = HTTPOrigin(url)?.description ?? "the host"
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let scheme = target.scheme?.lowercased()
        else {
            throw .refused("\(host) redirects to an invalid URL")
        }
        guard scheme == "http" || scheme == "https" else {
            throw .refused("\(host) redirects to a URL with the scheme \(scheme)")
        }
        guard scheme == "https" || url.scheme?.lowercased() == "http" else {
            throw .refused("\(host) redirects from https to http")
        }
        guard HTTPOrigin(target) != nil else { throw .refused("\(host) redirects to a URL without a host") }
        return target
    }
}

/// The header fields sent with one hop of a request.
enum RequestHeaders {
    /// Fields that are always secrets and are sent only to the first host.
    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// Creates the header fields for a hop; `isHome` means that it still goes to the original host.
    ///
    /// - Throws: `SourceError.refused` for a value that contains a line break or another control character.
    static func fields(
        of request: HTTPRequest, isHome: Bool, userAgent: String
    ) throws(SourceError) -> [(name: String, value: String)] {
        var headers = request.headers
        headers["User-Agent"] = userAgent
        headers["Accept-Encoding"] = "gzip, deflate"
        headers["If-None-Match"] = request.validators?.entityTag
        headers["If-Modified-Since"] = request.validators?.lastModified
        if isHome, let credential = request.credential { headers[credential.header] = credential.value }
        let fields = headers.all.filter { isHome || !isSecret($0.name, request) }
        for (name, value) in fields {
            guard (name + value).unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || $0 == "\t" }) else {
                throw .refused("the value of the header field \(name) contains a line break or other control character")
            }
        }
        return fields
    }

    private static func isSecret(_ name: String, _ request: HTTPRequest) -> Bool {
        secrets.contains(name) || name == request.credential?.header.lowercased()
    }
}
