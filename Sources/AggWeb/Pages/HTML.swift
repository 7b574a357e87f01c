import AggCommands

/// Markup: literals are taken as they are, and everything put into them is escaped.
///
/// This is the only place where text becomes markup. No other type holds markup, and no text becomes one without passing
/// through here; control characters and those that reorder text become visible symbols.
struct HTML: Sendable, ExpressibleByStringInterpolation {
    /// The markup.
    private(set) var source: String

    init(stringLiteral literal: String) { source = literal }

    init(stringInterpolation interpolation: StringInterpolation) { source = interpolation.source }

    /// Markup made of parts, one after the other.
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

        /// Appends markup.
        mutating func appendInterpolation(_ markup: HTML) { source += markup.source }

        /// Appends markup if there is any.
        mutating func appendInterpolation(_ markup: HTML?) { source += markup?.source ?? "" }

        /// Appends parts, one after the other.
        mutating func appendInterpolation(_ parts: [HTML]) { for part in parts { source += part.source } }
    }

    /// The text with the characters that mean something in markup escaped; it is safe in a quoted attribute as well.
    private static func escaped(_ text: String) -> String {
        let text = VisibleText.ofLines(text)
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

    /// A link to another site; only its text unless it is an http or https address.
    static func link(_ address: String, _ text: String) -> HTML {
        guard WebLink.isOfTheWeb(address) else { return "\(text)" }
        return "<a href=\"\(address)\" rel=\"noopener noreferrer\" target=\"_blank\">\(text)</a>"
    }
}

/// Numbers for people.
enum Count {
    /// A number with a comma between groups of three digits.
    static func text(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }

    /// A number of records.
    static func records(_ number: Int) -> String { number == 1 ? "1 record" : "\(text(number)) records" }
}
