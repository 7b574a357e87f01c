/// Links to web pages, the only ones that are opened or shown as links.
package enum WebLink {
    /// Whether a link is an http or https URL without whitespace or control characters.
    package static func isOfTheWeb(_ link: String) -> Bool {
        let lowered = link.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lowered.hasPrefix) else { return false }
        return lowered.count > scheme.count
            && link.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace }
    }
}
