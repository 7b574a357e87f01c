import AggSource
import Foundation

/// Builds the tree of an XML text, as far as it can be read.
///
/// An end tag that matches an outer element closes the open elements inside it; one that matches none is ignored. An item
/// without an end tag ends where the next one starts. Elements still open at the end of the text are kept and marked as
/// incomplete.
struct XMLTree {
    /// The maximum nesting depth, far beyond any feed.
    static let deepest = 200
    /// The maximum number of elements.
    static let mostElements = 1_000_000

    /// The elements of RSS and Atom that never contain one of their own kind.
    private static let items: Set<String> = ["item", "entry"]

    /// The maximum number of namespace prefixes in scope at one place; further ones are ignored.
    static let mostPrefixes = 100

    /// The outermost element; nil if the text has none.
    private(set) var root: XMLElement?
    /// The error: that the text is truncated, or else the first one; nil if it is well-formed.
    var fault: XMLFault? { cutOff ?? scanner.fault }

    private var scanner: XMLScanner
    private var open: [Level] = []
    private var count = 0
    private var cutOff: XMLFault?
    private let address: URL?

    private struct Level {
        var element: XMLElement
        /// The name with its prefix, as repeated by the end tag.
        let tag: String
        let spaces: [String: XMLNamespace]
    }

    /// Reads UTF-8 text fetched from a URL.
    ///
    /// - Throws: `SourceError.invalidData` if the text declares entities or nests too deep.
    init(_ bytes: [UInt8], from address: URL?) throws(SourceError) {
        scanner = XMLScanner(bytes)
        self.address = address
        while true {
            switch try scanner.next() {
            case .over:
                finish()
                return
            case .text(let text):
                if !open.isEmpty { open[open.count - 1].element.append(text) }
            case .start(let name, let attributes, let isEmpty):
                try begin(name, attributes)
                if isEmpty { close() }
            case .end(let name):
                end(name)
            }
            if root != nil, open.isEmpty { return }
        }
    }

    private mutating func begin(_ tag: String, _ attributes: [XMLAttribute]) throws(SourceError) {
        if Self.items.contains(tag), let index = open.lastIndex(where: { $0.tag == tag }) {
            scanner.note("a <\(tag)> without an end tag")
            while open.count > index { close() }
        }
        count += 1
        guard open.count < Self.deepest, count <= Self.mostElements else {
            let reason = open.count < Self.deepest ? "too many elements" : "elements nested too deeply"
            throw .invalidData("(\(reason) for a feed)")
        }
        var spaces = open.last?.spaces ?? [:]
        var base = open.last?.element.base
        for attribute in attributes {
            if spaces.count >= Self.mostPrefixes {
                continue
            } else if attribute.name == "xmlns" {
                spaces[""] = XMLNamespace(address: attribute.value, hasPrefix: false)
            } else if attribute.name.hasPrefix("xmlns:") {
                spaces[String(attribute.name.dropFirst(6))] = XMLNamespace(address: attribute.value, hasPrefix: true)
            } else if attribute.name == "xml:base" {
                base = FeedAddress.resolve(attribute.value, against: base ?? address) ?? base
            }
        }
        let (name, space) = Self.resolve(tag, spaces)
        let element = XMLElement(name: name, space: space, attributes: attributes, base: base)
        open.append(Level(element: element, tag: tag, spaces: spaces))
    }

    private mutating func end(_ tag: String) {
        guard let index = open.lastIndex(where: { $0.tag == tag }) else {
            return scanner.note("an end tag </\(tag)> without a start tag")
        }
        if index < open.count - 1 { scanner.note("expected </\(open[open.count - 1].tag)>, found </\(tag)>") }
        while open.count > index { close() }
    }

    private mutating func close() {
        guard let level = open.popLast() else { return }
        if open.isEmpty {
            root = level.element
        } else {
            open[open.count - 1].element.content.append(.element(level.element))
        }
    }

    private mutating func finish() {
        guard !open.isEmpty else { return }
        cutOff = XMLFault(reason: "the text ends inside <\(open[open.count - 1].tag)>", line: scanner.line)
        while !open.isEmpty {
            open[open.count - 1].element.isComplete = false
            close()
        }
    }

    private static func resolve(_ tag: String, _ spaces: [String: XMLNamespace]) -> (String, XMLNamespace) {
        guard let colon = tag.firstIndex(of: ":") else { return (tag, spaces[""] ?? .plain) }
        let prefix = tag[..<colon]
        let space = spaces[String(prefix)] ?? XMLNamespace(undeclaredPrefix: prefix)
        return (String(tag[tag.index(after: colon)...]), space)
    }
}
