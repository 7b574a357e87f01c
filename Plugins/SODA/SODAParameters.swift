import AggSource
import Foundation
import Socrata

/// A configuration's values, parsed and checked.
struct SODAParameters {
    /// The configuration keys.
    static let all =
        [
            Parameter(
                "endpoint", .url,
                help: "The URL of the portal, or of a JSON file with the whole data set in the portal's format."),
            Parameter("dataset", .text, selectsData: true, help: "The id of the data set, such as 4ijn-s7e5."),
            Parameter("order", .text, help: "The order in which to request rows, such as “inspection_date DESC”."),
            Parameter(
                "where", .text, selectsData: true,
                help: "A SoQL condition that rows must meet, such as “results = 'Fail'”."),
            Parameter(
                "max_records", .text,
                help:
                    "The maximum number of rows to load, or “all”; the default is 10000, or “all” if the endpoint is a file."
            ),
        ] + ColumnRoles.parameters + [
            ColumnList.parameter,
            Parameter(
                "token_variable", .text, default: SocrataPortal.standardTokenVariable, affectsRows: false,
                help: "The environment variable that holds the application token."),
            .tokenCommand,
        ]

    let endpoint: SODAEndpoint
    /// The declared columns; nil if none are declared.
    let columns: [Column]?

    init(_ configuration: SourceConfiguration) throws(ConfigurationFaults) {
        var faults: [ConfigurationFault] = []
        func fault(_ message: String) { faults.append(ConfigurationFault("\(configuration.id): \(message)")) }

        let address = configuration.url("endpoint")
        if address == nil {
            fault("missing endpoint; set it to the portal's URL, such as https://data.cityofchicago.org")
        }
        let portal = address.map {
            SocrataPortal(
                endpoint: $0,
                tokenVariable: configuration.text("token_variable") ?? SocrataPortal.standardTokenVariable)
        }
        let text = configuration.text("dataset")
        let dataSet = text.flatMap(SocrataDataSetID.init)
        if let text, dataSet == nil {
            fault("“\(text)” is not a valid data set id; expected an id such as 4ijn-s7e5")
        } else if text == nil, portal?.isDocument != true {
            fault("“dataset” is missing; set it to an id, such as 4ijn-s7e5")
        }
        let bound =
            configuration.text("max_records") ?? (portal?.isFile == true ? "all" : String(SODADiscovery.maxRecords))
        let maxRecords = Int(bound)
        if bound != "all", maxRecords ?? 0 < 1 {
            fault("“\(bound)” is not a valid value for max_records; use a positive whole number or “all”")
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
    /// Describes the columns of a data set, except points and shapes, which become a record's coordinate.
    init(_ columns: [SocrataColumn]) {
        self.init(columns.compactMap { column in Self.kind(of: column).map { Self.column(column.name, $0) } })
    }

    /// The value of a column in a row, by the data set's name for the column.
    static func value(of column: String, in row: JSONObject) -> JSONValue? {
        row[column] ?? Qualifier(rawValue: String(column.dropLast())).flatMap { row[$0.rawValue] }
    }

    /// Whether a column, by the data set's name for it, is kept: one of the listed columns, or any if none are listed.
    static func keeps(_ name: String, _ listed: [Column]) -> Bool {
        listed.isEmpty || listed.contains { $0.name == Self.name(of: name) }
    }

    /// The type of a column's values; nil if it does not become a field.
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
