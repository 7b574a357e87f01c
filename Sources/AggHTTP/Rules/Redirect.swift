import AggSource
import Foundation

/// Where an answer sends a request, and which ways are not gone.
enum Redirect {
    /// The most redirects that are followed for one request.
    static let limit = 10

    /// The address an answer leads to, or nil where it is an answer in itself.
    ///
    /// - Throws: `SourceError.refused` for a way to another scheme than http and https, from https to http, or to an
    ///   address that cannot be read.
    static func target(from url: URL, status: Int, location: String?) throws(SourceError) -> URL? {
        guard [301, 302, 303, 307, 308].contains(status), let location, !location.isEmpty else { return nil }
        let host = Origin(url)?.description ?? "the host"
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL, let scheme = target.scheme?.lowercased()
        else {
            throw .refused("\(host) redirects to an address that cannot be read")
        }
        guard scheme == "http" || scheme == "https" else { throw .refused("\(host) redirects to a \(scheme): address") }
        guard scheme == "https" || url.scheme?.lowercased() == "http" else {
            throw .refused("\(host) redirects from https to http")
        }
        guard Origin(target) != nil else { throw .refused("\(host) redirects to an address without a host") }
        return target
    }
}
