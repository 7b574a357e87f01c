import AggSource

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
