import AggSource
import Foundation
import Socrata

/// The requests of a data set.
struct SODAEndpoint {
    let portal: SocrataPortal
    /// The id of the data set; empty if the portal is a single document.
    let dataSet: String
    /// The condition that rows must meet; nil for all.
    let filter: String?
    /// The order before `:id`; nil for none.
    let order: String?
    /// The maximum number of rows to read; nil for no limit.
    let maxRecords: Int?

    /// The pages of the data set, starting with the first; a file has one page with all its rows.
    func paging(pageSize: Int) -> SocrataPaging {
        SocrataPaging(pageSize: portal.isFile ? .max : pageSize, maxRecords: portal.isFile ? nil : maxRecords)
    }

    /// The request for a page; with validators, it asks only for a newer one.
    func rows(
        _ page: SocrataQuery.Page, validators: Validators? = nil, environment: [String: String]
    ) -> HTTPRequest {
        let url = portal.rows(of: dataSet, SocrataQuery(filter: filter, order: order, page: page))
        return portal.request(url, validators: validators, environment: environment)
    }

    /// The request for the metadata; nil for a file, which has none.
    func view(environment: [String: String]) -> HTTPRequest? {
        portal.view(of: dataSet).map { portal.request($0, environment: environment) }
    }

    /// The request for the number of rows; nil for a file.
    func count(environment: [String: String]) -> HTTPRequest? {
        guard !portal.isFile else { return nil }
        return portal.request(portal.rows(of: dataSet, .count(filter: filter)), environment: environment)
    }
}

/// A data set's URL as a person types it: `HOST/ID`, or a link to its page, its API, or its metadata.
struct SODAAddress {
    /// The portal.
    let portal: SocrataPortal
    /// The id of the data set; empty if the portal is a single document.
    let dataSet: String

    /// Parses a URL; assumes `https` if there is no scheme.
    ///
    /// - Throws: `SourceError.refused` if there is no data set in it.
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
        .refused("“\(text)” is not a data set; use HOST/ID, such as data.cityofnewyork.us/erm2-nwe9")
    }
}
