extension String {
    /// The text with an ASCII character replaced wherever it occurs.
    ///
    /// `replacing` compares whole characters, so it misses a quote that is followed by a combining mark or a joiner, which
    /// a parser of SQL or of a shell still finds.
    package func replacingEach(_ letter: Unicode.Scalar, with text: String) -> String {
        let byte = UInt8(ascii: letter)
        guard utf8.contains(byte) else { return self }
        let parts = utf8.split(separator: byte, omittingEmptySubsequences: false)
        return String(decoding: Array(parts.joined(separator: Array(text.utf8))), as: UTF8.self)
    }
}

extension String {
    /// The text with the special characters of XML escaped: `&`, `<`, `>`, and `"`.
    public var escapedForXML: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension String {
    /// The text percent-encoded except for RFC 3986 unreserved characters, since a plain `+` would be read as a space.
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
