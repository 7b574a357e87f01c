import AggSource
import Foundation

/// An element of an XML text with its contents.
struct XMLElement {
    /// The content between two tags.
    enum Content {
        case text(String)
        case element(XMLElement)
    }

    /// The name without its prefix, in lowercase.
    let name: String
    /// The vocabulary of the name.
    let space: XMLNamespace
    /// The attributes by name, with prefixes, in lowercase.
    let attributes: [XMLAttribute]
    /// The base for relative URLs, from `xml:base` here or in an enclosing element; nil if absent.
    let base: URL?
    /// Text and elements, in order.
    var content: [Content] = []
    /// Whether it has an end tag.
    var isComplete = true

    /// Adds text, joined with any text before it.
    mutating func append(_ text: String) {
        guard case .text(var last)? = content.last else { return content.append(.text(text)) }
        // Only one reference remains, so that the text is not copied for every stray character.
        content.removeLast()
        last += text
        content.append(.text(last))
    }

    /// The value of an attribute; nil if absent or blank.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }.flatMap { $0.value.trimmed }
    }

    /// The child elements.
    var elements: [XMLElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The child elements with this name.
    func all(_ name: String, _ spaces: XMLNamespace...) -> [XMLElement] {
        elements.filter { $0.name == name && spaces.contains($0.space) }
    }

    /// The first child element with this name that is not blank, or else the first one.
    func first(_ name: String, _ spaces: XMLNamespace...) -> XMLElement? {
        var found: XMLElement?
        for case .element(let element) in content where element.name == name && spaces.contains(element.space) {
            if !element.isBlank { return element }
            found = found ?? element
        }
        return found
    }

    /// The trimmed text of the first child element with this name that has text.
    func text(_ name: String, _ spaces: XMLNamespace...) -> String? {
        for case .element(let element) in content where element.name == name && spaces.contains(element.space) {
            if let text = element.text { return text }
        }
        return nil
    }

    /// All text inside, trimmed; nil if it is blank.
    var text: String? { rawText.trimmed }

    /// The content as HTML: text without elements is taken as HTML already; text next to elements is escaped.
    var markup: String {
        if content.allSatisfy({ if case .text = $0 { true } else { false } }) { return rawText }
        return escapedMarkup
    }

    /// The content as HTML, with elements as markup and text as plain text.
    var escapedMarkup: String {
        var result = ""
        writeMarkup(to: &result)
        return result
    }

    private var isBlank: Bool {
        content.allSatisfy { if case .text(let text) = $0 { text.isBlank } else { false } }
    }

    private var rawText: String {
        if content.count == 1, case .text(let text) = content[0] { return text }
        var result = ""
        writeText(to: &result)
        return result
    }

    private func writeText(to result: inout String) {
        for piece in content {
            switch piece {
            case .text(let text): result += text
            case .element(let element): element.writeText(to: &result)
            }
        }
    }

    private func writeMarkup(to result: inout String) {
        for piece in content {
            switch piece {
            case .text(let text):
                result += text.escapedForXML
            case .element(let element):
                let isHTML = HTMLElements.role(of: element.name) != nil
                if isHTML { result += "<\(element.name)>" }
                element.writeMarkup(to: &result)
                if isHTML { result += "</\(element.name)>" }
            }
        }
    }
}

/// The vocabularies that feeds use.
enum XMLNamespace: Equatable {
    /// No namespace, one of RSS, or an unknown one on names without a prefix.
    case plain
    /// Atom 1.0 and 0.3.
    case atom
    /// RDF, the container of RSS 1.0 and 0.90.
    case rdf
    /// Dublin Core, both elements and terms.
    case dublinCore
    /// The `content` module of RSS 1.0, whose `encoded` contains bodies.
    case content
    /// Media RSS.
    case media
    /// Podcasts.
    case itunes
    /// HTML written as XML.
    case xhtml
    /// Any other.
    case other

    /// The vocabulary with a namespace URL; case and surrounding blanks are ignored.
    init(address: String, hasPrefix: Bool) {
        let address = address.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        self =
            switch address {
            case _ where address == "http://www.w3.org/2005/atom" || address.hasPrefix("http://purl.org/atom/"): .atom
            case "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .rdf
            case _ where address.hasPrefix("http://purl.org/dc/"): .dublinCore
            case "http://purl.org/rss/1.0/modules/content/": .content
            case "http://www.rssboard.org/media-rss": .media
            case _ where address.hasPrefix("http://search.yahoo.com/mrss"): .media
            case "http://www.itunes.com/dtds/podcast-1.0.dtd": .itunes
            case "http://www.w3.org/1999/xhtml": .xhtml
            case _ where address.hasPrefix("http://purl.org/rss/1.0/modules/"): .other
            case _ where address.hasPrefix("http://purl.org/rss/") || Self.oldRSS.contains(address): .plain
            default: hasPrefix ? .other : .plain
            }
    }

    private static let oldRSS: Set<String> = [
        "http://my.netscape.com/rdf/simple/0.9/", "http://channel.netscape.com/rdf/simple/0.9/",
        "http://backend.userland.com/rss2",
    ]

    /// The vocabulary that a prefix usually stands for, for documents that use it undeclared.
    init(undeclaredPrefix prefix: Substring) {
        self =
            switch prefix {
            case "atom", "atom10": .atom
            case "rdf": .rdf
            case "dc", "dcterms": .dublinCore
            case "content": .content
            case "media": .media
            case "itunes": .itunes
            default: .other
            }
    }
}
