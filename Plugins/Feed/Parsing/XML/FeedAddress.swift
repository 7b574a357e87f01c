import AggSource
import Foundation

/// Addresses as feeds write them.
enum FeedAddress {
    /// Reads an address, a relative one against a base; nil if there is none to be made.
    ///
    /// Blanks around it are dropped. An address of a scheme that a person could not open, such as `javascript:`, is none.
    static func resolve(_ text: String, against base: URL?) -> URL? {
        guard let text = text.trimmed else { return nil }
        let scheme = scheme(of: text)
        if let scheme, refused.contains(scheme) { return nil }
        guard scheme == nil, let base else { return URL(string: text).flatMap { scheme == nil ? nil : $0 } }
        return URL(string: text, relativeTo: base)?.absoluteURL
    }

    /// The text of an address, a relative one made whole; as it is where there is no base or it cannot be read.
    static func text(_ text: String?, against base: URL?) -> String? {
        guard let text = text?.trimmed else { return nil }
        guard let scheme = scheme(of: text) else {
            return base.flatMap { URL(string: text, relativeTo: $0)?.absoluteString } ?? text
        }
        return refused.contains(scheme) ? nil : text
    }

    /// Whether a text is an address of the web.
    static func isWeb(_ text: String) -> Bool {
        guard let scheme = scheme(of: text) else { return false }
        return scheme == "http" || scheme == "https"
    }

    private static let refused: Set<String> = ["javascript", "vbscript", "data", "file"]

    /// The scheme a text begins with, in lower case; nil if it begins with none (RFC 3986, section 3.1).
    private static func scheme(of text: String) -> String? {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else { return nil }
        let name = text[..<colon]
        guard name.utf8.first?.isASCIILetter == true,
            name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || $0 == 43 || $0 == 45 || $0 == 46 })
        else { return nil }
        return name.lowercased()
    }
}
