import AggSource

/// The protocol generation that a request belongs to.
enum Generation: Equatable {
    /// Versions up to 2025-11-25: a handshake (`initialize`) comes first.
    case handshake
    /// Versions from 2026-07-28 on: each request carries the version and the client's capabilities in `_meta`.
    case perRequest

    /// The versions with a handshake, oldest first.
    static let handshakeVersions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The only version with batches of messages.
    static let batchVersion = "2025-03-26"
    /// The versions without a handshake.
    static let perRequestVersions = ["2026-07-28"]

    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    private static let serverKey = "io.modelcontextprotocol/serverInfo"

    /// Creates the generation of a request, which only newer requests declare.
    ///
    /// - Throws: An error if the declaration is incomplete or the version isn't supported.
    init(of request: Message.Request) throws(ProtocolError) {
        let meta = request.parameters["_meta"]
        guard request.method != "initialize", let version = meta?[Self.versionKey] else {
            guard request.method != "server/discover" else {
                throw ProtocolError(.invalidParameters, "_meta: missing \(Self.versionKey)")
            }
            self = .handshake
            return
        }
        guard meta?[Self.capabilitiesKey]?.objectValue != nil else {
            throw ProtocolError(.invalidParameters, "_meta: missing the object \(Self.capabilitiesKey)")
        }
        guard let version = version.stringValue else {
            throw ProtocolError(
                .invalidParameters, "\(Self.versionKey): expected a string, found \(version.kind)")
        }
        guard Self.perRequestVersions.contains(version) else {
            throw ProtocolError(
                .unsupportedVersion, "Unsupported protocol version",
                data: [
                    "supported": .array(Self.perRequestVersions.map(JSONValue.string)), "requested": .string(version),
                ])
        }
        self = .perRequest
    }

    /// Returns the version for a handshake: the one that the client requests or, if it is unknown, the newest.
    static func negotiated(_ requested: String) -> String {
        handshakeVersions.contains(requested) ? requested : handshakeVersions.last ?? requested
    }

    /// Returns a result as this generation expects it.
    ///
    /// In the newer one, a result has a type, identifies the server, and, if it may be cached, says for how long.
    func complete(_ result: JSONObject, cachedFor seconds: Int64? = nil, server: JSONValue) -> JSONObject {
        guard self == .perRequest else { return result }
        var result = result
        result["resultType"] = "complete"
        if let seconds {
            result["ttlMs"] = .integer(seconds * 1_000)
            result["cacheScope"] = "public"
        }
        result["_meta"] = .object(JSONObject([JSONObject.Member(Self.serverKey, server)]))
        return result
    }
}
