import AggSource
import Foundation
import Socrata

/// Finds out what a data set contains, for `source add soda HOST/ID`.
struct SODADiscovery {
    /// The maximum number of rows to load by default.
    static let maxRecords = 10_000
    /// The number of rows to examine.
    private static let sampledRows = 1_000

    let services: SourceServices

    /// Requests the metadata, the number of rows, and some rows, and infers what the text leaves open.
    func find(_ text: String, given: [String: String] = [:]) async throws(SourceError) -> Discovery {
        let request = TableRequest(text)
        let roles = request.roles.given(given)
        var discovery = try await find(try SODAAddress(request.address), roles)
        discovery.values.merge(given) { $1 }
        return discovery
    }

    private func find(_ address: SODAAddress, _ roles: ColumnRoles) async throws(SourceError) -> Discovery {
        let endpoint = SODAEndpoint(
            portal: address.portal, dataSet: address.dataSet, filter: nil, order: nil, maxRecords: nil)
        guard let view = endpoint.view(environment: services.environment) else {
            return try await findFile(endpoint, roles)
        }
        let answer = try await services.send(view)
        try answer.requireSocrataSuccess(of: address.portal, now: services.clock.now)
        return try await find(try SocrataView(parsing: answer.body.collect()), endpoint, roles)
    }

    private func find(
        _ view: SocrataView, _ endpoint: SODAEndpoint, _ given: ColumnRoles
    ) async throws(SourceError) -> Discovery {
        guard !view.columns.isEmpty else {
            throw .refused("“\(view.name)” has no columns: it is a file, a link, or a map, not a table")
        }
        let title = view.name.isEmpty ? endpoint.dataSet : view.name
        let rows = try await count(endpoint) ?? view.countedRows
        let sample = try await sample(endpoint, given)
        try given.check(columns: view.columns, sample)
        let inference = SODAInference(columns: view.columns, rowIdentifier: view.rowIdentifier, sample: sample)
        var finding = SODAFinding(
            title: title, place: "\(endpoint.portal.endpoint.host ?? "")/\(endpoint.dataSet)", rows: rows,
            columns: view.columns, given: given, roles: inference.roles(over: given))
        finding.updatedAt = view.rowsUpdatedAt
        return finding.discovery(endpoint)
    }

    /// A sample of rows to find unique columns in; nil if it is unavailable and there is no key to check.
    private func sample(
        _ endpoint: SODAEndpoint, _ given: ColumnRoles
    ) async throws(SourceError) -> SODASample? {
        do {
            let page = SocrataQuery.Page(limit: Self.sampledRows)
            let answer = try await services.send(endpoint.rows(page, environment: services.environment))
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
            return try await SODASample(of: answer.body, given: given.key)
        } catch {
            if error == .cancelled || given.key != nil { throw error }
            return nil
        }
    }

    /// The number of rows; nil if the portal does not report it.
    func count(_ endpoint: SODAEndpoint) async throws(SourceError) -> Int? {
        guard let request = endpoint.count(environment: services.environment) else { return nil }
        do {
            let answer = try await services.send(request)
            guard answer.status == 200 else { return nil }
            let json = try JSONValue(parsing: answer.body.collect(limit: 1 << 20))
            let value = json.arrayValue?.first?.objectValue?.members.first?.value
            return value?.stringValue.flatMap(Int.init) ?? value?.intValue
        } catch SourceError.cancelled {
            throw .cancelled
        } catch {
            return nil
        }
    }

    /// Reads a whole file, since it has no metadata.
    private func findFile(_ endpoint: SODAEndpoint, _ given: ColumnRoles) async throws(SourceError) -> Discovery {
        let page = endpoint.paging(pageSize: 1).page
        let answer = try await services.send(endpoint.rows(page, environment: [:]))
        try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
        let sample = try await SODASample(of: answer.body, given: given.key)
        try given.check(columns: sample.columns, sample)
        let inference = SODAInference(columns: sample.columns, sample: sample)
        let finding = SODAFinding(
            title: answer.url.lastPathComponent, place: answer.url.path, rows: sample.count,
            columns: sample.columns, given: given, roles: inference.roles(over: given))
        return finding.discovery(endpoint)
    }
}

/// The facts about a data set, and the configuration proposed for it.
struct SODAFinding {
    let title: String
    /// The location to show: `data.cityofnewyork.us/erm2-nwe9`.
    let place: String
    let rows: Int?
    let columns: [SocrataColumn]
    /// The roles given with the URL.
    let given: ColumnRoles
    let roles: ColumnRoles
    /// When its rows were last changed, in seconds since 1970.
    var updatedAt: Int?

    /// The findings in sentences, and the values for the configuration.
    func discovery(_ endpoint: SODAEndpoint) -> Discovery {
        Discovery(findings: findings(endpoint), id: id, values: values(endpoint))
    }

    private func findings(_ endpoint: SODAEndpoint) -> [String] {
        let names = columns.map(\.name)
        var lines = ["\(title) (\(place))"]
        if let rows {
            let most = SODADiscovery.maxRecords
            let isLimited = !endpoint.portal.isFile && rows > most
            lines.append("\(rows) rows" + (isLimited ? "; agg loads up to \(most) (max_records)" : ""))
        }
        lines.append(Discovery.finding(ofColumns: names))
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
        let list = ColumnList(columns)
        if !list.columns.isEmpty { values["columns"] = list.text }
        return values
    }

    private var id: String { SourceID.proposal(for: title) ?? "data-set" }
}
