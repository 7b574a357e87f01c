/// Which requests are let in by their headers, before anything else is looked at.
///
/// A page of another site can make a browser send requests here, and can even give its own name the address of this machine.
/// So the `Host` must be the address that is listened at, and an `Origin` must be the page itself.
struct AccessRules: Sendable {
    /// The address that is listened at.
    let address: String
    /// The port.
    let port: UInt16

    /// Whether only this machine can reach an address.
    static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }

    /// Whether it listens at every address of the machine.
    private var isEverywhere: Bool { address == "0.0.0.0" || address == "::" }

    /// The origin of the page.
    var origin: String { "http://\(host(isEverywhere ? "127.0.0.1" : address))" }

    private func host(_ address: String) -> String {
        let name = address.contains(":") ? "[\(address)]" : address
        return port == 80 ? name : "\(name):\(port)"
    }

    /// Why a request is not let in; nil if it is.
    func fault(of request: WebRequest) -> WebFault? {
        guard let host = request[header: "host"]?.lowercased(), isOurs(host) else {
            return WebFault(403, "the host is not this server")
        }
        if let origin = request[header: "origin"], origin.lowercased() != "http://\(host)" {
            return WebFault(403, "requests from other sites are refused")
        }
        if request[header: "sec-fetch-site"] == "cross-site", request[header: "sec-fetch-mode"] != "navigate" {
            return WebFault(403, "requests from other sites are refused")
        }
        return nil
    }

    private func isOurs(_ host: String) -> Bool {
        if host == self.host(address) { return true }
        if Self.isLoopback(address) || isEverywhere {
            if [self.host("127.0.0.1"), self.host("localhost"), self.host("::1")].contains(host) { return true }
        }
        return isEverywhere && Self.isAddress(host, port: port)
    }

    /// Whether a host is an address in numbers, which no name server can point elsewhere.
    private static func isAddress(_ host: String, port: UInt16) -> Bool {
        let suffix = port == 80 ? "" : ":\(port)"
        guard host.hasSuffix(suffix) else { return false }
        let name = host.dropLast(suffix.count)
        if name.hasPrefix("["), name.hasSuffix("]") { return name.utf8.contains(UInt8(ascii: ":")) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}
