import AggCommands

/// Markup, in which literals are used as they are and everything interpolated is escaped.
///
/// This is the only place where text becomes markup, and the only type that contains markup. Control characters and
/// characters that reorder text become visible symbols.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    private(set) var source: String

    init(stringLiteral literal: String) { source = literal }

    init(stringInterpolation interpolation: StringInterpolation) { source = interpolation.source }

    /// Creates markup by joining parts.
    init(_ parts: [HTML]) { source = parts.map(\.source).joined() }

    /// Collects literals and values.
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) { source.reserveCapacity(literalCapacity * 2) }

        mutating func appendLiteral(_ literal: String) { source += literal }

        /// Appends a text, escaped.
        mutating func appendInterpolation(_ text: String) { source += HTML.escaped(text) }

        /// Appends a number, with a comma between groups of three digits.
        mutating func appendInterpolation(_ number: Int) { source += Count.text(number) }

        /// Appends the value of a form's field exactly, since the browser sends it back.
        mutating func appendInterpolation(field text: String) { source += HTML.marked(text) }

        /// Appends markup.
        mutating func appendInterpolation(_ markup: HTML) { source += markup.source }

        /// Appends markup if there is any.
        mutating func appendInterpolation(_ markup: HTML?) { source += markup?.source ?? "" }

        /// Appends parts, one after the other.
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { source += part.source } }
    }

    /// Returns a text with the characters that are special in markup escaped; it is also safe in a quoted attribute.
    private static func escaped(_ text: String) -> String {
        marked(VisibleText.ofMarkup(text))
    }

    private static func marked(_ text: String) -> String {
        guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Returns a link to another site, or just the text if it isn't an http or https URL.
    static func link(_ address: String, _ text: String) -> HTML {
        guard WebLink.isOfTheWeb(address) else { return "\(text)" }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\" target=\"_blank\">\(text)</a>"
    }
}

/// Numbers for people.
enum Count {
    /// Formats a number with a comma between groups of three digits.
    static func text(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// Formats a number of records.
    static func records(_ number: Int) -> String { number == 1 ? "1 record" : "\(text(number)) records" }
}
