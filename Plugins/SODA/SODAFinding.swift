import AggSource
import Foundation
import Socrata

/// What is known of a data set, and what is proposed for its configuration.
struct SODAFinding {
    let title: String
    /// Where it is, for people: `data.cityofnewyork.us/erm2-nwe9`.
    let place: String
    let rows: Int?
    let columns: [SocrataColumn]
    /// What was given with the address.
    let given: SODARoles
    let roles: SODARoles
    /// When its rows were last changed, in seconds since 1970.
    var updatedAt: Int?

    /// The findings in sentences, and the values for the configuration.
    func discovery(_ endpoint: SODAEndpoint) -> Discovery {
        Discovery(findings: findings, id: id, values: values(endpoint))
    }

    private var findings: [String] {
        let names = columns.map(\.name)
        var lines = ["\(title) (\(place))"]
        if let rows {
            let bound = rows > SODADiscovery.maxRecords ? "; max_records is \(SODADiscovery.maxRecords)" : ""
            lines.append("\(rows) rows\(bound)")
        }
        lines.append("\(names.count) columns: \(names.joined(separator: ", "))")
        lines += SODAInference.notes(on: roles, over: given)
        if let date = updatedAt.flatMap({ RecordDate(instant: Date(timeIntervalSince1970: Double($0))) }) {
            lines.append("rows last changed on \(date.day)")
        }
        return lines
    }

    private func values(_ endpoint: SODAEndpoint) -> [String: String] {
        var values = ["endpoint": endpoint.portal.endpoint.absoluteString]
        if !endpoint.dataSet.isEmpty { values["dataset"] = endpoint.dataSet }
        if !endpoint.portal.isFile { values["max_records"] = String(SODADiscovery.maxRecords) }
        for (role, column) in roles.named { values[role] = column }
        if let date = roles.date, !endpoint.portal.isFile { values["order"] = "\(date) DESC" }
        let list = SODAColumnList(columns)
        if !list.columns.isEmpty { values["columns"] = list.text }
        return values
    }

    /// The words of the title, as many as fit into 40 letters, as an id.
    private var id: String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var id = ""
        for word in words where id.count + word.count < 40 { id += id.isEmpty ? String(word) : "-\(word)" }
        return SourceID(id) == nil ? "data-set" : id
    }
}
