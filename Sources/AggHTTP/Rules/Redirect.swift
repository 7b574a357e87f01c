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
