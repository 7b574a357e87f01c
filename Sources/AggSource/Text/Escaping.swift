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
