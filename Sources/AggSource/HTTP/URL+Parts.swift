package import Foundation

extension URL {
    /// The scheme, host, and port, such as `https://example.org:443` (RFC 6454, section 4); nil without a scheme or
    /// host.
    package var origin: String? {
        guard let scheme = scheme?.lowercased(), let host = host?.lowercased() else { return nil }
        return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
    }

    /// The host, and the port if the URL names one, such as `127.0.0.1:8080`; nil without a host.
    package var hostAndPort: String? { host.map { host in port.map { "\(host):\($0)" } ?? host } }

    /// Whether both URLs have the same scheme, host, and port; false without a host.
    package func hasOrigin(of other: URL) -> Bool {
        origin.map { $0 == other.origin } ?? false
    }
}

extension String {
    /// Whether this host or address is this machine's own: `localhost`, `::1`, or an IPv4 address that begins with 127.
    ///
    /// A name such as `127.example.org` can be anywhere.
    package var isLoopbackHost: Bool {
        let host = lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.first == "127" && (2...4).contains(parts.count) && parts.allSatisfy { UInt8($0) != nil }
    }
}
