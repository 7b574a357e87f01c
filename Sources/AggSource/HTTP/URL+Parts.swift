package import Foundation

extension URL {
    /// Scheme, host, and port, as `https://example.org:443` (RFC 6454, section 4); nil without a scheme or a host.
    package var origin: String? {
        guard let scheme = scheme?.lowercased(), let host = host?.lowercased() else { return nil }
        return "\(scheme)://\(host):\(port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Whether both addresses have the same scheme, host, and port; false without a host.
    package func hasOrigin(of other: URL) -> Bool {
        origin.map { $0 == other.origin } ?? false
    }
}

extension String {
    /// The text with all but the unreserved characters of RFC 3986 encoded: a `+` left as it is would arrive as a blank.
    package var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
