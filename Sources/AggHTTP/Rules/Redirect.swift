import AggSource
import Foundation

/// Where an answer sends a request, and which ways are not gone.
enum Redirect {
    /// The most redirects that are followed for one request.
    static let limit = 10

    /// The address an answer leads to, or nil if it is an answer in itself.
    ///
    /// - Throws: `SourceError.refused` for a way to another scheme than http and https, from https to http, or to an
    ///   address that cannot be read.
    static func target(from url: URL, status: Int, location: String?) throws(SourceError) -> URL? {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty else { return nil }
        let host = HTTPOrigin(url)?.description ?? "the host"
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let scheme = target.scheme?.lowercased()
        else {
            throw .refused("\(host) redirects to an address that cannot be read")
        }
        guard scheme == "http" || scheme == "https" else { throw .refused("\(host) redirects to a \(scheme): address") }
        guard scheme == "https" || url.scheme?.lowercased() == "http" else {
            throw .refused("\(host) redirects from https to http")
        }
        guard HTTPOrigin(target) != nil else { throw .refused("\(host) redirects to an address without a host") }
        return target
    }
}

/// The header fields that go out for one hop of a request.
enum RequestHeaders {
    /// Fields that are secrets whoever set them, and stay with the first host.
    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// Makes the header fields for a hop; `isHome` says that it still goes to the host first asked.
    ///
    /// - Throws: `SourceError.refused` for a value with a line break or another control character in it.
    static func fields(
        of request: HTTPRequest, isHome: Bool, userAgent: String
    ) throws(SourceError) -> [(name: String, value: String)] {
        var headers = request.headers
        headers["User-Agent"] = userAgent
        headers["If-None-Match"] = request.validators?.entityTag
        headers["If-Modified-Since"] = request.validators?.lastModified
        if isHome, let credential = request.credential { headers[credential.header] = credential.value }
        let fields = headers.all.filter { isHome || !isSecret($0.name, request) }
        for (name, value) in fields {
            guard (name + value).unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 || $0 == "\t" }) else {
                throw .refused("the value of the header field \(name) holds a line break or another control character")
            }
        }
        return fields
    }

    private static func isSecret(_ name: String, _ request: HTTPRequest) -> Bool {
        secrets.contains(name) || name == request.credential?.header.lowercased()
    }
}
