import AggSource

/// The keys of a feed's items.
///
/// An item's identity is the feed's own id for it, or else its link, or else a hash of title and date. If items share an
/// identity, a hash of link, title, and date tells them apart, so that none hides another and their order does not matter;
/// complete duplicates are numbered.
///
/// A key stays with its item. If a later page or document repeats the identity of an item, that item keeps it as its
/// key, and the others get longer keys, even after the first item has left the feed. The fetch state holds short hashes
/// for this.
struct FeedKeys {
    /// The items of the last document whose key is their identity.
    private let lastOwners: Set<Substring>
    private var owners: [String] = []
    /// The identities that several items have had, each with the item that has it as its key, if any.
    private var shared: [String: String] = [:]
    /// The identities on the pages so far, each with its first item.
    private var earlier: [String: String] = [:]

    /// The maximum number of shared identities to remember.
    private static let mostShared = 1_000
    /// The length of a hash in the state.
    private static let length = 8

    /// Starts with what the state of the last fetch says.
    init(since state: FetchState?) {
        lastOwners = Set((state?.values["items"] ?? "").split(separator: " "))
        for entry in (state?.values["shared"] ?? "").split(separator: " ") {
            shared[String(entry.prefix(Self.length))] = String(entry.dropFirst(Self.length))
        }
    }

    /// The values to store in the state of this fetch.
    var stateValues: [String: String] {
        var values: [String: String] = [:]
        if !owners.isEmpty { values["items"] = owners.joined(separator: " ") }
        if !shared.isEmpty {
            let entries = shared.sorted { $0.key < $1.key }.prefix(Self.mostShared)
            values["shared"] = entries.map { $0.key + $0.value }.joined(separator: " ")
        }
        return values
    }

    /// Returns the keys of the items of a page, in order.
    mutating func keys(of items: [ParsedItem]) -> [String] {
        let identities = items.map(Self.identity)
        let marks = items.map { Self.short(Self.identity(of: $0) + "\n" + Self.content(of: $0)) }
        let hashes = identities.map(Self.short)
        for (hash, mark) in zip(hashes, marks) {
            if let first = earlier[hash], first != mark { shared[hash] = shared[hash] ?? first }
        }
        earlier.merge(zip(hashes, marks)) { first, _ in first }
        for (identity, indices) in Dictionary(grouping: items.indices, by: { identities[$0] }) where indices.count > 1 {
            let name = Self.short(identity)
            shared[name] = shared[name] ?? indices.lazy.map { marks[$0] }.first { lastOwners.contains($0[...]) } ?? ""
        }
        var names = DistinctNames(separator: "~")
        return items.indices.map { index in
            var key = identities[index]
            if let owner = shared[hashes[index]], owner != marks[index] {
                key += "~" + StableHash.text(of: Self.content(of: items[index]))
            } else {
                owners.append(marks[index])
            }
            return names.distinct(key)
        }
    }

    private static func identity(of item: ParsedItem) -> String {
        guard let text = item.id ?? item.link else { return StableHash.text(of: content(of: item)) }
        // A key is a single word at the prompt, and short enough to read.
        let isWord = text.utf8.count <= 250 && text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
        return isWord ? text : StableHash.text(of: text)
    }

    private static func content(of item: ParsedItem) -> String {
        [item.link, item.title ?? item.summary, (item.published ?? item.updated)?.text].map { $0 ?? "" }
            .joined(separator: "\n")
    }

    private static func short(_ text: String) -> String { String(StableHash.text(of: text).suffix(length)) }
}
