import AggSource
import Foundation

/// An element of an XML text with all it holds.
struct XMLElement {
    /// What stands between two tags.
    enum Content {
        case text(String)
        case element(XMLElement)
    }

    /// The name without its prefix, in lower case.
    let name: String
    /// The vocabulary of the name.
    let space: XMLNamespace
    /// The attributes by their names with prefixes, in lower case.
    let attributes: [XMLAttribute]
    /// The address that relative ones are read against, from `xml:base` here or further out; nil if absent.
    let base: URL?
    /// Text and elements in their order.
    var content: [Content] = []
    /// Whether its end was there.
    var isComplete = true

    /// The value of an attribute; nil if there is none or it is blank.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }.flatMap { $0.value.trimmed }
    }

    /// The elements inside, one level deep.
    var elements: [XMLElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The elements of a name inside, one level deep.
    func all(_ name: String, _ spaces: XMLNamespace...) -> [XMLElement] {
        elements.filter { $0.name == name && spaces.contains($0.space) }
    }

    /// The first element of a name that is not blank, else the first one of the name.
    func first(_ name: String, _ spaces: XMLNamespace...) -> XMLElement? {
        var found: XMLElement?
        for case .element(let element) in content where element.name == name && spaces.contains(element.space) {
            if !element.isBlank { return element }
            found = found ?? element
        }
        return found
    }

    /// The text of the first element of a name that has one, trimmed.
    func text(_ name: String, _ spaces: XMLNamespace...) -> String? {
        for case .element(let element) in content where element.name == name && spaces.contains(element.space) {
            if let text = element.text { return text }
        }
        return nil
    }

    /// All text inside, trimmed; nil if it is blank.
    var text: String? { rawText.trimmed }

    /// The content as HTML: text that stands alone is taken for HTML already, text beside elements is escaped for it.
    var markup: String {
        if content.allSatisfy({ if case .text = $0 { true } else { false } }) { return rawText }
        return escapedMarkup
    }

    /// The content as HTML, where the elements are the markup and text is nothing but text.
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

/// The vocabularies that feeds are made of.
enum XMLNamespace: Equatable {
    /// No namespace, one of RSS, or one that nobody knows on names without a prefix.
    case plain
    /// Atom 1.0 and 0.3.
    case atom
    /// RDF, the frame of RSS 1.0 and 0.90.
    case rdf
    /// Dublin Core, in its elements and its terms.
    case dublinCore
    /// The module `content` of RSS 1.0, whose `encoded` holds bodies.
    case content
    /// Media RSS.
    case media
    /// Podcasts.
    case itunes
    /// HTML written as XML.
    case xhtml
    /// Any other.
    case other

    /// The vocabulary of an address; names are compared without regard to case and blanks around them.
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

    /// The vocabulary that a prefix usually stands for, where a document uses it without saying so.
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
