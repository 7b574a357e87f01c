import AggSource

/// Recognizes the URLs of pages on the web.
enum LinkText {
    /// Whether a text begins with `http://` or `https://` and a host, unlike `httpd` or `http (80)`.
    static func isURL(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.starts(with: "http".utf8) else { return false }
        var rest = bytes.dropFirst(4)
        if rest.first == UInt8(ascii: "s") { rest = rest.dropFirst() }
        guard rest.starts(with: "://".utf8), let host = rest.dropFirst(3).first else { return false }
        return host.isASCIIAlphanumeric || host == UInt8(ascii: "[") || host >= 0x80
    }
}
