import AggSource
import Foundation
import Socrata

/// The requests of a data set.
struct SODAEndpoint {
    let portal: SocrataPortal
    /// The id of the data set; empty where the portal is one document.
    let dataSet: String
    /// The condition that rows must meet; nil for all.
    let filter: String?
    /// The order before `:id`; nil for none.
    let order: String?
    /// The number of rows after which to stop; nil for no bound.
    let maxRecords: Int?

    /// The pages of the data set, the first one next; a file has one page of all its rows.
    func paging(pageSize: Int) -> SocrataPaging {
        SocrataPaging(pageSize: portal.isFile ? .max : pageSize, maxRecords: portal.isFile ? nil : maxRecords)
    }

    /// The request for a page; with validators it asks only for a newer one.
    func rows(
        _ page: SocrataQuery.Page, validators: Validators? = nil, environment: [String: String]
    ) -> HTTPRequest {
        let url = portal.rows(of: dataSet, SocrataQuery(filter: filter, order: order, page: page))
        return portal.request(url, validators: validators, environment: environment)
    }

    /// The request for the metadata; nil where a file has none.
    func view(environment: [String: String]) -> HTTPRequest? {
        portal.view(of: dataSet).map { portal.request($0, environment: environment) }
    }

    /// The request for the number of rows; nil for a file.
    func count(environment: [String: String]) -> HTTPRequest? {
        guard !portal.isFile else { return nil }
        return portal.request(portal.rows(of: dataSet, .count(filter: filter)), environment: environment)
    }
}
