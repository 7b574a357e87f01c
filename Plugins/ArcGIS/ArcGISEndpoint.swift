import AggSource
import Foundation

/// The requests of a layer.
struct ArcGISEndpoint {
    /// The URL of the layer, such as `https://HOST/arcgis/rest/services/NAME/FeatureServer/0`, or of a file.
    let url: URL
    /// The condition that rows must meet; nil for all.
    let filter: String?

    /// The request for the layer's description; a file contains it along with its rows.
    var description: HTTPRequest { url.isFileURL ? HTTPRequest(url) : request(url, [("f", "json")]) }

    /// The request for the number of rows.
    var count: HTTPRequest { query([("where", condition), ("returnCountOnly", "true")]) }

    /// The request for the object ids of all rows, of which a server returns any number.
    var objectIDs: HTTPRequest { query([("where", condition), ("returnIdsOnly", "true")]) }

    /// The request for the smallest and the largest object id.
    func bounds(of field: String) -> HTTPRequest {
        let statistics = ["min", "max"].map { kind -> JSONValue in
            [
                "statisticType": .string(kind), "onStatisticField": .string(field),
                "outStatisticFieldName": .string("the_\(kind)"),
            ]
        }
        return query([("where", condition), ("outStatistics", JSONValue.array(statistics).text)])
    }

    /// The request for a page of rows, in the order of their object ids, or of the server if they have none.
    func rows(after offset: Int, limit: Int, by field: String?, _ layer: ArcGISLayer) -> HTTPRequest {
        let order = field.map { [("orderByFields", $0)] } ?? []
        return rows(
            condition, layer, order + [("resultOffset", String(offset)), ("resultRecordCount", String(limit))])
    }

    /// The request for the rows whose object ids are in a range.
    func rows(in range: ClosedRange<Int64>, by field: String, _ layer: ArcGISLayer) -> HTTPRequest {
        let part = "\(field) >= \(range.lowerBound) AND \(field) <= \(range.upperBound)"
        return rows(filter.map { "(\($0)) AND \(part)" } ?? part, layer, [("orderByFields", field)])
    }

    /// The request for the first rows without their shapes; without an order, for all that the server returns at once.
    func firstRows(_ limit: Int, by field: String?) -> HTTPRequest {
        let pages = field.map {
            [("orderByFields", $0), ("resultOffset", "0"), ("resultRecordCount", String(limit))]
        }
        return query([("where", condition), ("outFields", "*"), ("returnGeometry", "false")] + (pages ?? []))
    }

    /// The request for all rows that the server returns at once.
    func allRows(_ layer: ArcGISLayer) -> HTTPRequest { rows(condition, layer, []) }

    private var condition: String { filter ?? "1=1" }

    private func rows(_ condition: String, _ layer: ArcGISLayer, _ more: [(String, String)]) -> HTTPRequest {
        var items = [("where", condition), ("outFields", "*")]
        if layer.hasGeometry { items.append(("outSR", "4326")) }
        items.append(("returnGeometry", layer.hasGeometry && !layer.givesCentroids ? "true" : "false"))
        if layer.hasShapes { items.append(("geometryPrecision", "6")) }
        if layer.givesCentroids { items.append(("returnCentroid", "true")) }
        return query(items + more)
    }

    private func query(_ items: [(String, String)]) -> HTTPRequest {
        request(url.appendingPathComponent("query"), items + [("f", "json")])
    }

    private func request(_ url: URL, _ items: [(String, String)]) -> HTTPRequest {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.percentEncodedQuery = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
        return HTTPRequest(parts?.url ?? url, headers: ["Accept": "application/json"])
    }
}
