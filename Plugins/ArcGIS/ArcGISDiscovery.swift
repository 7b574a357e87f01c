import AggSource
import Foundation

/// Finds out what a layer holds, for `source add arcgis URL`.
struct ArcGISDiscovery {
    let services: SourceServices

    func find(_ text: String) async throws(SourceError) -> Discovery {
        let request = TableRequest(text)
        let address = try ArcGISAddress(request.address)
        let endpoint = ArcGISEndpoint(url: address.url, filter: nil)
        let document = try await services.send(endpoint.description).arcGISDocument(now: services.clock.now)
        guard address.isLayer else { throw Self.refusal(of: document, at: address.url) }
        let layer = try ArcGISLayer(document)
        try check(request.roles, layer)
        let count =
            address.url.isFileURL
            ? document["features"]?.arrayValue?.count
            : try await ArcGISRequests(endpoint: endpoint, services: services).count()
        let roles = layer.roles(over: request.roles)
        var values = ["url": address.url.absoluteString, "columns": ColumnList(layer.columns).text]
        for (role, column) in roles.named { values[role] = column }
        return Discovery(
            findings: findings(layer, address.url, count, roles, given: request.roles), id: id(of: layer),
            values: values)
    }

    /// A service is not a layer: its layers are listed, each with what adds it.
    private static func refusal(of service: JSONValue, at url: URL) -> SourceError {
        let layers = ["layers", "tables"].flatMap { service[$0]?.arrayValue ?? [] }.compactMap { layer in
            layer["id"]?.intValue.map { "\($0) \(layer["name"]?.stringValue ?? "")" }
        }
        guard !layers.isEmpty else { return .refused("the service has no layers") }
        let first = layers[0].split(separator: " ").first ?? "0"
        return .refused(
            "this is a service; add one of its layers, such as \(url.absoluteString)/\(first): "
                + layers.joined(separator: ", "))
    }

    private func check(_ roles: ColumnRoles, _ layer: ArcGISLayer) throws(SourceError) {
        let names = layer.fields.map(\.column)
        for (role, column) in roles.named where layer.field(column) == nil {
            let near = Nearest.hint(to: column, among: names)
            let hint = near.isEmpty ? "; the columns are \(names.joined(separator: ", "))" : near
            throw .refused("“\(column)” is not a column, so it cannot be the \(role)\(hint)")
        }
    }

    private func findings(
        _ layer: ArcGISLayer, _ url: URL, _ count: Int?, _ roles: ColumnRoles, given: ColumnRoles
    ) -> [String] {
        let name = layer.name.isEmpty ? url.lastPathComponent : layer.name
        var lines = [url.isFileURL ? "\(name) (\(url.path))" : "\(name) (\(url.host ?? ""))"]
        let places = layer.hasGeometry ? "with places" : "without places"
        lines.append(count.map { "\($0) rows \(places)" } ?? "rows \(places)")
        let names = layer.fields.map(\.column)
        lines.append("\(names.count) columns: \(names.joined(separator: ", "))")
        if let inferred = roles.inferred(over: given) { lines.append("inferred from the fields: \(inferred)") }
        if roles.key == nil {
            lines.append(
                "no field tells the rows apart: a row is known by its content, so a changed row is a new record")
        } else if roles.key.flatMap(layer.field)?.type == .objectID {
            lines.append(
                "the key \(roles.key ?? "") is renumbered if the layer is published again; key:COLUMN names another")
        }
        let edited = layer.editedAt.map { Date(timeIntervalSince1970: Double($0) / 1_000) }
        if let date = edited.flatMap(RecordDate.init(instant:)) { lines.append("last edited on \(date.day)") }
        return lines
    }

    /// The words of the name, as many as fit into 40 letters, as an id.
    private func id(of layer: ArcGISLayer) -> String {
        let name = ColumnNames.names(of: [layer.name])[0]
        var id = ""
        for word in name.split(separator: "_") where id.count + word.count < 40 {
            id += id.isEmpty ? "\(word)" : "-\(word)"
        }
        return layer.name.isEmpty || SourceID(id) == nil ? "layer" : id
    }
}
