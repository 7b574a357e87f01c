import AggSource
import Foundation

/// Finds out what a layer contains, for `source add arcgis URL`.
struct ArcGISDiscovery {
    let services: SourceServices

    func find(_ text: String, given: [String: String] = [:]) async throws(SourceError) -> Discovery {
        let request = TableRequest(text)
        let roles = request.roles.given(given)
        var discovery = try await find(try ArcGISAddress(request.address), roles)
        discovery.values.merge(given) { $1 }
        return discovery
    }

    private func find(_ address: ArcGISAddress, _ roles: ColumnRoles) async throws(SourceError) -> Discovery {
        let document = try await description(at: address.url)
        guard !address.isLayer else { return try await find(document, at: address.url, roles) }
        let layers = Self.layers(of: document)
        guard layers.count == 1 else { throw Self.refusal(of: layers, at: address.url) }
        let url = address.url.appendingPathComponent(String(layers[0].number))
        var discovery = try await find(try await description(at: url), at: url, roles)
        discovery.findings.insert("the service has only this layer", at: 1)
        return discovery
    }

    private func description(at url: URL) async throws(SourceError) -> JSONValue {
        let request = ArcGISEndpoint(url: url, filter: nil).description
        return try await services.send(request).arcGISDocument(now: services.clock.now)
    }

    private func find(
        _ document: JSONValue, at url: URL, _ given: ColumnRoles
    ) async throws(SourceError) -> Discovery {
        var layer = try ArcGISLayer(document)
        let names = layer.fields.map(\.column)
        if let fault = given.fault(among: names, where: { layer.field($0) != nil }) { throw .refused(fault) }
        let requests = ArcGISRequests(endpoint: ArcGISEndpoint(url: url, filter: nil), services: services)
        let count =
            url.isFileURL ? document["features"]?.arrayValue?.count : try await requests.count()
        // A server that does not count may still return rows.
        if count == nil, !url.isFileURL { try await requests.requireRows() }
        let needsRows = given.key != nil || layer.globalID != nil
        let rows = needsRows ? try await firstRows(of: layer, document, requests) : []
        // Some layers have a field for global ids that nobody fills in.
        let lacksGlobalIDs = layer.globalID.map { !Self.isKey($0, of: rows) } ?? false
        if lacksGlobalIDs { layer.globalID = nil }
        if let key = given.key.flatMap(layer.field) { try Self.check(key, in: rows, of: layer) }
        var roles = layer.roles(over: given)
        if lacksGlobalIDs { roles.key = roles.key ?? ArcGISMapper.contentKey }
        var values = ["url": url.absoluteString, "columns": ColumnList(layer.columns).text]
        for (role, column) in roles.named { values[role] = column }
        return Discovery(
            findings: findings(layer, url, count, roles, given: given),
            id: SourceID.proposal(for: layer.name) ?? "layer",
            values: values)
    }

    /// The layers and tables of a service that have rows.
    private static func layers(of service: JSONValue) -> [(number: Int, name: String)] {
        let all = ["layers", "tables"].flatMap { service[$0]?.arrayValue ?? [] }
        return all.filter { $0["subLayerIds"]?.arrayValue?.isEmpty ?? true }.compactMap { layer in
            layer["id"]?.intValue.map { ($0, layer["name"]?.stringValue ?? "") }
        }
    }

    /// The error for a service instead of a layer: lists its layers, and shows how to add the first one.
    private static func refusal(of layers: [(number: Int, name: String)], at url: URL) -> SourceError {
        guard let first = layers.first else { return .refused("the service has no layers") }
        let list = layers.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
        return .refused(
            "this is a service; add one of its layers, such as \(url.absoluteString)/\(first.number); "
                + "the layers are \(list)")
    }

    /// The first rows; none if the server does not return them this way.
    private func firstRows(
        of layer: ArcGISLayer, _ document: JSONValue, _ requests: ArcGISRequests
    ) async throws(SourceError) -> [JSONValue] {
        let answer = requests.endpoint.url.isFileURL ? document : try await requests.firstRows(of: layer)
        return answer?["features"]?.arrayValue ?? []
    }

    /// The keys of rows, given the field that contains them.
    private static func keys(_ name: String, of rows: [JSONValue]) -> [String?] {
        rows.map { ArcGISMapper.key($0["attributes"]?[name]) }
    }

    /// Whether a field has a different value in each of the rows.
    private static func isKey(_ name: String, of rows: [JSONValue]) -> Bool {
        Set(keys(name, of: rows).compactMap(\.self)).count == rows.count
    }

    /// Checks a given key against the first rows.
    private static func check(
        _ key: ArcGISField, in rows: [JSONValue], of layer: ArcGISLayer
    ) throws(SourceError) {
        let keys = keys(key.name, of: rows)
        let known = keys.compactMap(\.self)
        guard !keys.isEmpty else { return }
        if known.isEmpty { throw .refused("no row has a value for “\(key.column)”, so it cannot be the key") }
        let repeats = known.count - Set(known).count
        guard repeats > 0 else { return }
        let other = layer.roles(over: ColumnRoles()).key
        let hint = other.map { $0 == key.column ? "" : "; use key:\($0)" } ?? "; omit the key"
        throw .refused(
            "“\(key.column)” is not unique: it has repeated values in \(repeats) of \(keys.count) rows\(hint)")
    }

    private func findings(
        _ layer: ArcGISLayer, _ url: URL, _ count: Int?, _ roles: ColumnRoles, given: ColumnRoles
    ) -> [String] {
        let name = layer.name.isEmpty ? url.lastPathComponent : layer.name
        var lines = [url.isFileURL ? "\(name) (\(url.path))" : "\(name) (\(url.host ?? ""))"]
        let places = layer.hasGeometry ? "with coordinates" : "without coordinates"
        lines.append(count.map { "\($0) rows \(places)" } ?? "rows \(places)")
        let names = layer.fields.map(\.column)
        lines.append(Discovery.finding(ofColumns: names))
        if let inferred = roles.inferred(over: given) { lines.append("inferred from the fields: \(inferred)") }
        let key = roles.key.flatMap(layer.field)
        if key == nil {
            lines.append(
                "no field identifies the rows, so their content is the key; a changed row becomes a new record")
        } else if key?.type == .objectID {
            lines.append(
                "the values of \(roles.key ?? "") change if the layer is republished; "
                    + "if possible, choose another key with key:COLUMN")
        }
        let edited = layer.editedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        if let date = edited.flatMap(RecordDate.init(instant:)) { lines.append("last edited on \(date.day)") }
        return lines
    }
}
