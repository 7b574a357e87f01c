/// Decides from its headers whether a request is allowed, before anything else is examined.
///
/// Another site's page can make a browser send requests to this server, and can even point its own host name at this
/// machine. So the `Host` must be an address of this server, and an `Origin` must be the page itself.
struct AccessRules: Sendable {
    /// The address to listen on.
    let address: String
    /// The port.
    let port: UInt16

    /// Whether the server listens on all addresses of the machine.
    private var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

    /// The origin of the page.
    var origin: String { "http://\(host(isEverywhere ? "127.0.0.1" : address))" }

    private func host(_ address: String) -> String {
        let name = address.contains(":") ? "[\(address)]" : address
        return port == 80 ? name : "\(name):\(port)"
    }

    /// Returns why a request is refused; nil if it is allowed.
    func fault(of request: WebRequest) -> WebFault? {
        guard let host = request[header: "host"]?.lowercased() else { return WebFault(400, "missing Host header") }
        guard isOurs(host) else {
            return WebFault(403, "the Host header does not match this server")
        }
        if let origin = request[header: "origin"], origin.lowercased() != "http://\(host)" {
            return WebFault(403, "requests from other sites are not allowed")
        }
        if request[header: "sec-fetch-site"] == "cross-site", request[header: "sec-fetch-mode"] != "navigate" {
            return WebFault(403, "requests from other sites are not allowed")
        }
        return nil
    }

    private func isOurs(_ host: String) -> Bool {
        if host == self.host(address) { return true }
        // With an SSH tunnel, the port can be any. No name server can redirect these names.
        let name = Self.name(of: host)
        return ["127.0.0.1", "localhost", "[::1]"].contains(name) || isEverywhere && Self.isAddress(name)
    }

    /// Returns the name or address in a host, without the port.
    private static func name(of host: String) -> Substring {
        guard let colon = host.lastIndex(of: ":"), UInt16(host[host.index(after: colon)...]) != nil else {
            return host[...]
        }
        return host[..<colon]
    }

    /// Returns whether a name is a numeric address, which no name server can redirect.
    private static func isAddress(_ name: Substring) -> Bool {
        if name.hasPrefix("["), name.hasSuffix("]") { return name.utf8.contains(UInt8(ascii: ":")) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}
