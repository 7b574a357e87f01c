import AggSource
import Foundation
import Socrata

/// The values of a configuration, read and checked.
struct SODAParameters {
    /// What a configuration may hold.
    static let all =
        [
            Parameter(
                "endpoint", .url,
                help: "The address of the portal, or of a JSON file in its shape; the data set is then the whole file."),
            Parameter("dataset", .text, help: "The id of the data set, as 4ijn-s7e5."),
            Parameter("order", .text, help: "The order in which rows are asked for, as “inspection_date DESC”."),
            Parameter("where", .text, help: "The condition in SoQL that rows must meet, as “results = 'Fail'”."),
            Parameter("max_records", .text, default: "10000", help: "The number of rows to load at most, or “all”."),
        ] + ColumnRoles.parameters + [
            Parameter(
                "columns", .text,
                help:
                    "The columns to keep and their types, as “status, opened:date, fee:decimal”; all unless it is given."
            ),
            Parameter(
                "token_variable", .text, default: SocrataPortal.standardTokenVariable,
                help: "The environment variable that holds the application token."),
            .tokenCommand,
        ]

    let endpoint: SODAEndpoint
    /// The declared columns; nil if the configuration declares none.
    let columns: [Column]?

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }

        let address = configuration.url("endpoint")
        if address == nil { fault("give the endpoint, as https://data.cityofchicago.org") }
        let portal = address.map {
            SocrataPortal(
                endpoint: $0,
                tokenVariable: configuration.text("token_variable") ?? SocrataPortal.standardTokenVariable)
        }
        let text = configuration.text("dataset")
        let dataSet = text.flatMap(SocrataDataSetID.init)
        if let text, dataSet == nil {
            fault("“\(text)” is no id of a data set: it is four letters or digits, a hyphen, and four more")
        } else if text == nil, portal?.isDocument != true {
            fault("give the id of the dataset, as 4ijn-s7e5")
        }
        let bound = configuration.text("max_records") ?? "all"
        let maxRecords = Int(bound)
        if bound != "all", maxRecords ?? 0 < 1 {
            fault("“\(bound)” is no value for max_records: give a whole number of at least 1, or all")
        }
        var columns: [Column]?
        if let list = configuration.text("columns") {
            do { columns = try ColumnList(list).columns } catch { fault(error.message) }
        }
        guard faults.isEmpty, let portal else { throw ConfigurationFaults(faults) }
        self.columns = columns
        endpoint = SODAEndpoint(
            portal: portal, dataSet: dataSet?.description ?? "", filter: configuration.text("where"),
            order: configuration.text("order"), maxRecords: maxRecords)
    }
}

extension ColumnList {
    /// Describes the columns of a data set, without points and shapes: a record has a coordinate for those.
    init(_ columns: [SocrataColumn]) {
        self.init(columns.compactMap { column in Self.kind(of: column).map { Self.column(column.name, $0) } })
    }

    /// The value of a column in a row, which has it by the name of the data set.
    static func value(of column: String, in row: JSONObject) -> JSONValue? {
        row[column] ?? Qualifier(rawValue: String(column.dropLast())).flatMap { row[$0.rawValue] }
    }

    /// The type of a column's values; nil if it makes no field.
    static func kind(of column: SocrataColumn) -> Column.Kind? {
        switch column.type {
        case .text, .location: .text
        case .number: column.hasFractions ? .decimal : .integer
        case .date: .date
        case .boolean: .boolean
        case .point, .other: nil
        }
    }
}
