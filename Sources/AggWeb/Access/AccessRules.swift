import AggSource

/// Decides from its headers whether a request is allowed, before anything else is examined.
///
/// Another site's page can make a browser send requests to this server, and can even point its own host name at this
/// machine. So the `Host` must be the address the server listens on, and an `Origin` must be the page itself.
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
        guard let host = request[header: "host"]?.lowercased(), isOurs(host) else {
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
        if address.isLoopbackHost || isEverywhere {
            if [self.host("127.0.0.1"), self.host("localhost"), self.host("::1")].contains(host) { return true }
        }
        return isEverywhere && Self.isAddress(host, port: port)
    }

    /// Returns whether a host is a numeric address, which no name server can redirect.
    private static func isAddress(_ host: String, port: UInt16) -> Bool {
        let suffix = port == 80 ? "" : ":\(port)"
        guard host.hasSuffix(suffix) else { return false }
        let name = host.dropLast(suffix.count)
        if name.hasPrefix("["), name.hasSuffix("]") { return name.utf8.contains(UInt8(ascii: ":")) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}
