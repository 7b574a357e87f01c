import AggSource

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
