import AggSource

/// The keys of the items of one document.
///
/// An item is known by what the feed knows it by, else by its link, else by a hash of title and date. Items of one document
/// that share such an identity are told apart by a hash of link, title and date, so that none hides another and their order
/// does not matter; full twins are numbered.
struct FeedKeys {
    private let keys: [String]

    /// Makes the keys of items, in their order.
    init(_ items: [ParsedItem]) {
        let identities = items.map(Self.identity)
        let counts = Dictionary(identities.map { ($0, 1) }, uniquingKeysWith: +)
        var used: Set<String> = []
        keys = zip(items, identities).map { item, identity in
            var key = identity
            if counts[identity] ?? 1 > 1 { key += "~" + StableHash.text(of: Self.content(of: item)) }
            var unique = key
            var number = 2
            while !used.insert(unique).inserted {
                unique = "\(key)~\(number)"
                number += 1
            }
            return unique
        }
    }

    /// The key of the item at an index.
    subscript(index: Int) -> String { keys[index] }

    private static func identity(of item: ParsedItem) -> String {
        guard let text = item.id ?? item.link else { return StableHash.text(of: content(of: item)) }
        // A key is a word at the prompt, and of a length that a person can look at.
        let isWord = text.utf8.count <= 250 && text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        return isWord ? text : StableHash.text(of: text)
    }

    private static func content(of item: ParsedItem) -> String {
        [item.link, item.title ?? item.summary, (item.published ?? item.updated)?.text].map { $0 ?? "" }
            .joined(separator: "\n")
    }
}
