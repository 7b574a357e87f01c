import AggSource
import Foundation
import Socrata

/// The requests for the two data sets.
struct NYCSchoolsEndpoint {
    let portal: SocrataPortal
    /// The id of the schools data set.
    let directory: String
    /// The id of the scores data set.
    let scores: String

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }
        func dataSet(_ name: String) -> String {
            let text = configuration.text(name) ?? ""
            if let id = SocrataDataSetID(text) { return id.description }
            fault("“\(text)” is not a valid data set id for \(name); expected an id such as s3k6-pzi2")
            return ""
        }
        let address = configuration.url("endpoint")
        if address == nil {
            fault("missing endpoint; set it to the portal's URL, such as https://data.cityofnewyork.us")
        }
        directory = dataSet("directory")
        scores = dataSet("scores")
        guard faults.isEmpty, let address else { throw ConfigurationFaults(faults) }
        portal = SocrataPortal(
            endpoint: address,
            tokenVariable: configuration.text("token_variable") ?? SocrataPortal.standardTokenVariable)
    }

    /// The request for a page of schools; with validators, it asks only for a newer one.
    func schools(
        _ page: SocrataQuery.Page, validators: Validators? = nil, environment: [String: String]
    ) -> HTTPRequest {
        let url = portal.rows(of: directory, SocrataQuery(order: "dbn", page: page))
        return portal.request(url, validators: validators, environment: environment)
    }

    /// The request for a page of scores: of all schools, or of the school with the given number.
    func scores(
        _ page: SocrataQuery.Page, of school: String? = nil, environment: [String: String]
    ) -> HTTPRequest {
        let filter = school.map { "dbn = '\($0.replacingOccurrences(of: "'", with: "''"))'" }
        let url = portal.rows(of: scores, SocrataQuery(filter: filter, order: "dbn", page: page))
        return portal.request(url, environment: environment)
    }

    /// The pages of a data set; a file has a single page with all its rows.
    var paging: SocrataPaging {
        portal.isFile ? SocrataPaging(pageSize: .max) : SocrataPaging()
    }
}
