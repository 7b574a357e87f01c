import AggSource
import Foundation

/// A resource's URL as a person types it: `HOST/RESOURCE-ID`, a link to its page, or a link to the API.
struct CKANAddress {
    /// What a URL refers to.
    enum Subject: Hashable {
        /// A resource, which contains rows.
        case resource(String)
        /// A data set, which contains resources.
        case dataSet(String)

        /// The id or name.
        var id: String {
            switch self {
            case .resource(let id), .dataSet(let id): id
            }
        }
    }

    /// The URL of the portal, such as `https://demo.ckan.org`, or of its API if the text includes it.
    let portal: URL
    /// The resource or data set.
    let subject: Subject

    /// Parses a URL; assumes `https` if there is no scheme.
    ///
    /// - Throws: `SourceError.refused` if it refers to neither a resource nor a data set.
    init(_ text: String) throws(SourceError) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: "/")
        let whole = words.contains("://") ? words : "https://\(words)"
        guard var parts = URLComponents(string: whole), ["http", "https"].contains(parts.scheme?.lowercased()),
            parts.host?.isEmpty == false
        else { throw Self.refusal(text) }
        let query = Dictionary(
            (parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
        let path = parts.path.split(separator: "/").map(String.init)
        guard let (root, subject) = Self.split(path, query) else { throw Self.refusal(text) }
        parts.path = root.isEmpty ? "" : "/" + root.joined(separator: "/")
        (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
        guard let url = parts.url else { throw Self.refusal(text) }
        (portal, self.subject) = (url, subject)
    }

    /// Whether a text is a URL of a CKAN portal, judging by its path.
    ///
    /// A download link of a portal can also be read as a table by another kind, and so can the page of a data set elsewhere.
    static func recognition(of text: String) -> Recognition {
        guard let address = try? CKANAddress(text), let parts = URLComponents(string: text) else { return .no }
        let path = parts.path.split(separator: "/")
        if path.contains("download") { return .possible }
        if path.contains("action") || path.contains("datastore") { return .certain }
        switch address.subject {
        case .resource(let id): return UUID(uuidString: id) == nil ? .no : .certain
        case .dataSet: return .possible
        }
    }

    /// The root of the portal and what the rest of a path refers to; nil if it refers to nothing.
    private static func split(_ path: [String], _ query: [String: String]) -> ([String], Subject)? {
        if let action = path.firstIndex(of: "action"), let api = path.firstIndex(of: "api"), api < action {
            let base = Array(path[...action])
            if let id = query["resource_id"] { return (base, .resource(id)) }
            guard let id = query["id"], path.count > action + 1 else { return nil }
            return (base, path[action + 1].hasPrefix("resource") ? .resource(id) : .dataSet(id))
        }
        if let index = path.lastIndex(where: { $0 == "resource" || $0 == "dump" }), path.count > index + 1 {
            let first = path.lastIndex { ["dataset", "datastore", "data-set"].contains($0) } ?? index
            return (Array(path[..<min(first, index)]), .resource(path[index + 1]))
        }
        if let index = path.lastIndex(of: "dataset"), path.count > index + 1 {
            return (Array(path[..<index]), .dataSet(path[index + 1]))
        }
        guard let last = path.last, UUID(uuidString: last) != nil || path.count == 1 && isName(last) else { return nil }
        return (Array(path.dropLast()), .resource(last))
    }

    /// Whether a text can be the name of a resource used in place of its id.
    private static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }

    private static func refusal(_ text: String) -> SourceError {
        .refused("“\(text)” is not a resource; use the URL of a resource's page, or HOST/RESOURCE-ID")
    }
}
