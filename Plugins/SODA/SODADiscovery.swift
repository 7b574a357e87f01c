import AggCore
import Foundation
import Socrata

/// Finds out what a data set holds, for `source add soda HOST/ID`.
struct SODADiscovery {
    /// The number of rows that are loaded unless the configuration says otherwise.
    static let maxRecords = 10_000

    let services: SourceServices

    /// Asks for the metadata and the number of rows, and infers the rest.
    func find(_ text: String) async throws(SourceError) -> Discovery {
        let address = try SODAAddress(text)
        let endpoint = SODAEndpoint(
            portal: address.portal, dataSet: address.dataSet, filter: nil, order: nil, maxRecords: nil)
        guard let request = endpoint.view(environment: services.environment) else {
            return try await findFile(endpoint)
        }
        let answer = try await services.send(request)
        try answer.requireSocrataSuccess(of: address.portal, now: services.clock.now)
        let view = try SocrataView(parsing: answer.body.collect())
        guard !view.columns.isEmpty else {
            throw .refused("“\(view.name)” has no columns: it is a file, a link or a map, not a table")
        }
        let title = view.name.isEmpty ? address.dataSet : view.name
        let rows = try await count(endpoint) ?? view.countedRows
        var finding = SODAFinding(
            title: title, place: "\(address.portal.endpoint.host ?? "")/\(address.dataSet)", rows: rows,
            columns: view.columns,
            roles: SODAInference(columns: view.columns, rowIdentifier: view.rowIdentifier).roles(over: SODARoles()))
        finding.updatedAt = view.rowsUpdatedAt
        return finding.discovery(endpoint)
    }

    /// The number of rows; nil where the portal does not say.
    private func count(_ endpoint: SODAEndpoint) async throws(SourceError) -> Int? {
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

    /// Reads a file whole: it has no metadata.
    private func findFile(_ endpoint: SODAEndpoint) async throws(SourceError) -> Discovery {
        let page = endpoint.paging(pageSize: 1).page
        let answer = try await services.send(endpoint.rows(page, environment: [:]))
        try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
        let plan = SODAPlan(roles: SODARoles(), declared: [], view: nil, firstPage: answer)
        var stream = JSONRecordStream(of: "rows", into: NoSink())
        try await stream.read(answer.body, mapping: plan.mapper(lists: []).record)
        let finding = SODAFinding(
            title: answer.url.lastPathComponent, place: answer.url.path, rows: stream.count,
            columns: plan.columns, roles: plan.roles)
        return finding.discovery(endpoint)
    }
}

/// Keeps nothing: only the number of rows is wanted.
private struct NoSink: BatchSink {
    func write(_ batch: [Record]) {}
    func restart() {}
}
