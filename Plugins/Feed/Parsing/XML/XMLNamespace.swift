import Foundation

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
