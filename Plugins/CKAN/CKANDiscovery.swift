import AggSource
import Foundation

/// Finds out what a resource contains, for `source add ckan URL`.
struct CKANDiscovery {
    /// The number of rows to search for a key.
    private static let sampledRows = 50_000

    let services: SourceServices

    func find(_ text: String, given: [String: String] = [:]) async throws(SourceError) -> Discovery {
        let request = TableRequest(text)
        let roles = request.roles.given(given)
        var discovery = try await find(try CKANAddress(request.address), roles)
        if discovery.referral == nil { discovery.values.merge(given) { $1 } }
        return discovery
    }

    private func find(_ address: CKANAddress, _ roles: ColumnRoles) async throws(SourceError) -> Discovery {
        var failure: SourceError?
        for portal in address.portals {
            do throws(SourceError) {
                switch address.subject {
                case .resource(let id):
                    return try await find(CKANEndpoint(portal: portal, resource: id), portal, roles)
                case .dataSet(let id):
                    let resources = try await resources(of: id, at: portal)
                    guard resources.count == 1 else { throw Self.refusal(of: resources, at: portal) }
                    return try await find(
                        CKANEndpoint(portal: portal, resource: resources[0].id), portal, roles)
                }
            } catch {
                // Another URL is tried only if the portal has nothing at this one.
                guard CKANResource.isAbsence(error) else { throw error }
                failure = failure ?? error
            }
        }
        guard let reason = failure, !reason.isServerFailure else {
            throw failure ?? .refused(address.portal.absoluteString)
        }
        // Not the error itself, which would be reported with the URL of a later request.
        throw .refused("cannot read “\(address.subject.id)” at \(address.portal.absoluteString): \(reason.reason())")
    }

    private func find(
        _ endpoint: CKANEndpoint, _ portal: URL, _ given: ColumnRoles
    ) async throws(SourceError) -> Discovery {
        let pages = CKANPages(endpoint: endpoint, services: services, size: CKANEndpoint.pageSize)
        let table: CKANTable
        do throws(SourceError) {
            table = try await pages.table()
        } catch {
            guard CKANResource.isAbsence(error), !error.isServerFailure,
                let resource = try await CKANResource(endpoint, services)
            else { throw error }
            return try resource.discovery(at: portal, after: error)
        }
        let names = table.columns.map(\.name)
        if let fault = given.fault(among: names, where: { table.field($0) != nil }) { throw .refused(fault) }
        let (search, total) = try await key(in: table, pages, given: given.key)
        if let fault = search.fault { throw .refused(fault) }
        var roles = table.roles(over: given)
        roles.key = given.key ?? search.key ?? CKANMapper.contentKey
        let resource = try await resource(of: endpoint)
        let name = resource?.name ?? ""
        var values = ["endpoint": portal.absoluteString, "resource": endpoint.resource]
        for (role, column) in roles.named { values[role] = column }
        if !table.columns.isEmpty { values["columns"] = Self.columns(of: table).text }
        var findings = ["\(name.isEmpty ? endpoint.resource : name) (\(portal.host ?? ""))"]
        if let total { findings.append("\(total) rows") }
        findings.append(Discovery.finding(ofColumns: names))
        if let inferred = roles.inferred(over: given) { findings.append("inferred from the columns: \(inferred)") }
        findings.append(Self.sentence(on: roles.key ?? "", search.count, of: total))
        if let day = resource?.modified { findings.append("file last changed on \(day)") }
        return Discovery(findings: findings, id: CKANResource.id(of: name), values: values)
    }

    /// The portal's metadata about the resource; nil if it is unavailable, since the table can be added without it.
    private func resource(of endpoint: CKANEndpoint) async throws(SourceError) -> CKANResource? {
        do {
            return try await CKANResource(endpoint, services)
        } catch {
            if error == .cancelled { throw error }
            return nil
        }
    }

    /// The columns that a configuration can list: all but lists.
    private static func columns(of table: CKANTable) -> ColumnList {
        ColumnList(table.columns.map { $0.kind == .list ? Column($0.name, .text, $0.summary) : $0 })
    }

    private static func sentence(on key: String, _ count: Int, of total: Int?) -> String {
        let all = count == 1 ? "the only row" : "all \(count) rows"
        let rows = count < total ?? count ? "the first \(count) rows" : all
        return key == CKANMapper.contentKey
            ? "no column identifies the rows, so their content is the key; a changed row becomes a new record"
            : "\(key) is unique in \(rows)"
    }

    /// Searches the first rows for a key; also returns the number of rows in the table, nil if unknown.
    private func key(
        in table: CKANTable, _ pages: CKANPages, given: String?
    ) async throws(SourceError) -> (search: CKANKeySearch, total: Int?) {
        var search = CKANKeySearch(table, given: given)
        var rows = CKANRowCount(reported: table.total)
        while let page = try await pages.page(after: rows.count, Self.sampledRows) {
            let (count, members) = try await CKANPages.rows(of: page) { search.add($0) }
            if rows.addPage(rows: count, members) { break }
        }
        return (search, rows.total)
    }

    private func resources(of id: String, at portal: URL) async throws(SourceError) -> [CKANResource] {
        let endpoint = CKANEndpoint(portal: portal, resource: "")
        let answer = try await services.send(endpoint.dataSet(id))
        var dataSet = try answer.ckanResult(now: services.clock.now)
        // Some portals return a list with one item.
        if let first = dataSet.arrayValue?.first { dataSet = first }
        return (dataSet["resources"]?.arrayValue ?? []).map { CKANResource($0) }
    }

    /// The error for a data set with several resources: lists them.
    private static func refusal(of resources: [CKANResource], at portal: URL) -> SourceError {
        guard let first = resources.first else { return .refused("the data set has no resources") }
        let list = resources.map { "\($0.id) \($0.name)\($0.format.isEmpty ? "" : " (\($0.format))")" }
        let host = portal.absoluteString.replacing("https://", with: "")
        return .refused(
            "this is a data set; add one of its resources, such as \(host)/\(first.id); "
                + "the resources are \(list.joined(separator: ", "))"
        )
    }
}

extension SourceError {
    /// Whether the server failed, so that another attempt may succeed.
    fileprivate var isServerFailure: Bool {
        if case .http(let status, _) = self { status >= 500 } else { false }
    }
}

extension CKANAddress {
    /// The URLs that the portal may have: as given, with its older API, and at the root of its host.
    fileprivate var portals: [URL] {
        guard !portal.isCKANActions else { return [portal] }
        var portals = [portal, portal.appendingPathComponent("api/action")]
        if portal.path.count > 1, var parts = URLComponents(url: portal, resolvingAgainstBaseURL: false) {
            parts.path = ""
            portals += [parts.url].compactMap(\.self)
        }
        return portals
    }
}
