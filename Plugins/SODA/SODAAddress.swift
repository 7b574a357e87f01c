import AggSource
import Foundation
import Socrata

/// The address of a data set as a person writes it: `HOST/ID`, or a link to its page, its API or its metadata.
struct SODAAddress {
    /// The portal.
    let portal: SocrataPortal
    /// The id of the data set; empty where the portal is one document.
    let dataSet: String

    /// Reads an address; `https` where it names no scheme.
    ///
    /// - Throws: `SourceError.refused` when it names no data set.
    init(_ text: String) throws(SourceError) {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: "/")
        let whole = words.contains("://") || words.hasPrefix("file:") ? words : "https://\(words)"
        guard let url = URL(string: whole), let scheme = url.scheme?.lowercased() else { throw Self.refusal(text) }
        if scheme == "file" {
            let portal = SocrataPortal(endpoint: url)
            let name = url.deletingPathExtension().lastPathComponent
            if portal.isDocument, let id = SocrataDataSetID(name) {
                self.portal = SocrataPortal(endpoint: url.deletingLastPathComponent())
                dataSet = id.description
            } else if portal.isDocument {
                self.portal = portal
                dataSet = ""
            } else if let id = SocrataDataSetID(name) {
                self.portal = SocrataPortal(endpoint: url.deletingLastPathComponent())
                dataSet = id.description
            } else {
                throw Self.refusal(text)
            }
            return
        }
        guard ["http", "https"].contains(scheme), var parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
            parts.host?.isEmpty == false,
            let id = url.pathComponents.reversed().lazy.compactMap(Self.dataSetID).first
        else { throw Self.refusal(text) }
        (parts.path, parts.query, parts.fragment, parts.user, parts.password) = ("", nil, nil, nil, nil)
        guard let endpoint = parts.url else { throw Self.refusal(text) }
        portal = SocrataPortal(endpoint: endpoint)
        dataSet = id.description
    }

    private static func dataSetID(_ component: String) -> SocrataDataSetID? {
        SocrataDataSetID(component.split(separator: ".").first ?? "")
    }

    private static func refusal(_ text: String) -> SourceError {
        .refused("“\(text)” names no data set: give its portal and id, as data.cityofnewyork.us/erm2-nwe9")
    }
}
