import AggSource
import ProgramRows

/// Finds out which streams a tap has, for `source add singer TAP config:FILE stream:NAME`.
struct SingerDiscovery {
    let services: SourceServices

    func find(_ text: String, given: [String: String]) async throws(SourceError) -> Discovery {
        var values: [String: ParameterValue] = [:]
        let request = ProgramRequest(text)
        let command = request.words.filter { word in
            let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
            switch (parts.first, parts.count) {
            case ("config", 2): values["config_file"] = .text(ProgramRequest.path(of: parts[1]))
            case ("stream", 2): values["stream"] = .text(parts[1])
            default: return true
            }
            return false
        }
        guard let tap = command.first, let id = SourceID(SingerSource.kind.description) else {
            throw .refused("no tap given; try “source add singer tap-github config:FILE stream:issues”")
        }
        values["command"] = .list(command)
        let configuration = SourceConfiguration(id: id, kind: SingerSource.kind, values: values)
        let endpoint: SingerEndpoint
        do { endpoint = try SingerEndpoint(configuration) } catch {
            throw .refused(error.faults.map(\.message).joined(separator: "; "))
        }
        let environment = try await endpoint.environment(services)
        let discovered = try await SingerTap(endpoint: endpoint, services: services, environment: environment)
            .discover()
        let catalog = try SingerCatalog(discovered, stream: endpoint.stream)
        if let names = catalog.columnNames { try RowRoles(given: given).check(among: names) }
        let keys = RowRoles(given: given).key ?? catalog.keys
        var discovery = discovery(catalog, keys, tap, command, configuration)
        discovery.findings += request.findings
        discovery.values.merge(given) { $1 }
        return discovery
    }

    private func discovery(
        _ catalog: SingerCatalog, _ keys: [String], _ tap: String, _ command: [String],
        _ configuration: SourceConfiguration
    ) -> Discovery {
        let columns = catalog.columns
        var values = ["stream": catalog.id]
        values["config_file"] = configuration.text("config_file")
        if !columns.isEmpty { values["columns"] = RowColumn.text(columns) }
        var discovery = Discovery(
            findings: [
                "stream \(catalog.id) of \(tap), \(catalog.isIncremental ? "incremental" : "read in full each time")",
                keys.isEmpty || keys == [RowRoles.contentKey]
                    ? "no key: rows are identified by their content" : "key \(keys.joined(separator: ", "))",
                Discovery.finding(ofColumns: columns.withDistinctNames.map(\.name)),
            ],
            id: SourceID.proposal(for: catalog.id) ?? "stream", values: values)
        discovery.lists["command"] = command
        return discovery
    }
}
