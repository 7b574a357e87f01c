import AggSource
import Foundation

/// URLs as they appear in feeds.
enum FeedAddress {
    /// Parses a URL, and resolves a relative one against a base; nil if that is not possible.
    ///
    /// Surrounding blanks are ignored. A scheme that a person could not open, such as `javascript:`, is rejected.
    static func resolve(_ text: String, against base: URL?) -> URL? {
        guard let text = text.trimmed else { return nil }
        let scheme = scheme(of: text)
        if let scheme, refused.contains(scheme) { return nil }
        guard scheme == nil, let base else { return URL(string: text).flatMap { scheme == nil ? nil : $0 } }
        return URL(string: text, relativeTo: base)?.absoluteURL
    }

    /// The text of a URL, with a relative one resolved; unchanged if there is no base or it is invalid.
    static func text(_ text: String?, against base: URL?) -> String? {
        guard let text = text?.trimmed else { return nil }
        guard let scheme = scheme(of: text) else {
            return base.flatMap { URL(string: text, relativeTo: $0)?.absoluteString } ?? text
        }
        return refused.contains(scheme) ? nil : text
    }

    /// Whether a text is a web URL.
    static func isWeb(_ text: String) -> Bool {
        guard let scheme = scheme(of: text) else { return false }
        return scheme == "http" || scheme == "https"
    }

    private static let refused: Set<String> = ["javascript", "vbscript", "data", "file"]

    /// The scheme at the start of a text, in lowercase; nil if absent (RFC 3986, section 3.1).
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let name = text[..<colon]
        guard name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 43 || $0 == 45 || $0 == 46 })
        else { return nil }
        return name.lowercased()
    }
}
