import AggSource
import Foundation

/// A layer's URL as a person types it: its page, a query, or the URL without `https://`.
struct ArcGISAddress {
    /// The URL of the layer or its service, without a query.
    let url: URL

    /// Parses a URL; assumes `https` if there is no scheme.
    ///
    /// - Throws: `SourceError.refused` if it is not the URL of a FeatureServer, a MapServer, or a file.
    init(_ text: String) throws(SourceError) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let whole = text.contains("://") || text.hasPrefix("file:") ? text : "https://\(text)"
        guard var parts = URLComponents(string: whole), let scheme = parts.scheme?.lowercased() else {
            throw Self.refusal(text)
        }
        if scheme == "file", let url = parts.url {
            self.url = url
            return
        }
        guard ["http", "https"].contains(scheme), parts.host?.isEmpty == false else { throw Self.refusal(text) }
        var path = parts.path.split(separator: "/").map(String.init)
        let services: Set<String> = ["featureserver", "mapserver"]
        guard let service = path.lastIndex(where: { services.contains($0.lowercased()) }) else {
            throw Self.refusal(text)
        }
        let layer = path.count > service + 1 && Int(path[service + 1]) != nil ? service + 1 : service
        path.removeSubrange((layer + 1)...)
        parts.path = "/" + path.joined(separator: "/")
        (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
        guard let url = parts.url else { throw Self.refusal(text) }
        self.url = url
    }

    /// Whether the URL is that of a single layer; true for a file.
    var isLayer: Bool { url.isFileURL || Int(url.lastPathComponent) != nil }

    private static func refusal(_ text: String) -> SourceError {
        .refused(
            "“\(text)” is not the URL of a layer; use one that ends in FeatureServer/NUMBER or MapServer/NUMBER")
    }
}
