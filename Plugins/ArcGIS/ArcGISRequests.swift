import AggSource

/// Requests about a layer that a server may not support.
struct ArcGISRequests {
    /// The number of rows per request if the layer does not say how many it returns.
    static let usualSize = 1_000
    /// The maximum number of requests worth making for ranges of object ids.
    private static let mostRanges: Int64 = 10_000

    let endpoint: ArcGISEndpoint
    let services: SourceServices

    /// The number of rows; nil if the server cannot count, such as an old one that returns rows instead.
    func count() async throws(SourceError) -> Int? { try await answer(to: endpoint.count)?["count"]?.intValue }

    /// The object ids of all rows in order, which are nil if the server reports none, and the name of their field.
    func objectIDs() async throws(SourceError) -> (ids: [Int64]?, field: String?) {
        guard let answer = try await answer(to: endpoint.objectIDs), answer["features"] == nil else {
            return (nil, nil)
        }
        let ids = answer["objectIds"]?.arrayValue?.compactMap { $0.intValue.map(Int64.init) }
        return (ids.map { Set($0).sorted() }, answer["objectIdFieldName"]?.stringValue)
    }

    /// The first rows; nil if the server does not return any this way.
    func firstRows(of layer: ArcGISLayer) async throws(SourceError) -> JSONValue? {
        let order = layer.supportsPagination ? layer.objectID : nil
        return try await answer(to: endpoint.firstRows(Self.usualSize, by: order))
    }

    /// Returns normally if the server returns rows.
    ///
    /// - Throws: The error that it returns instead.
    func requireRows() async throws(SourceError) {
        let answer = try await services.send(endpoint.firstRows(Self.usualSize, by: nil))
        try answer.requireArcGISSuccess(now: services.clock.now)
    }

    /// Ranges of object ids that each fit into one response: from the given ids, or else from the smallest to the largest, or
    /// else a single range.
    func ranges(of ids: [Int64]?, by field: String, _ size: Int) async throws(SourceError) -> [ClosedRange<Int64>] {
        if let ids {
            return stride(from: 0, to: ids.count, by: size).map { first in
                ids[first]...ids[first + min(size, ids.count - first) - 1]
            }
        }
        let answer = try await answer(to: endpoint.bounds(of: field))
        let row = answer?["features"]?.arrayValue?.first?["attributes"]?.objectValue
        // Some servers name the values after the SQL expression.
        let values = (row?.members ?? []).compactMap { member in
            member.value.intValue.map(Int64.init) ?? member.value.doubleValue.flatMap { Int64(exactly: $0) }
        }
        guard values.count == 2, let low = values.min(), let high = values.max() else { return [0...2_147_483_647] }
        let (width, isTooWide) = high.subtractingReportingOverflow(low)
        guard !isTooWide, width / Int64(size) < Self.mostRanges else { return [low...high] }
        return stride(from: low, through: high, by: size).map { first in
            high - first < size ? first...high : first...first + Int64(size) - 1
        }
    }

    /// The response with rows; nil if the server fails to return them this way.
    func rows(_ request: HTTPRequest) async throws(SourceError) -> HTTPResponse? {
        let answer = try await services.send(request)
        do {
            try answer.requireArcGISSuccess(now: services.clock.now)
            return answer
        } catch .http, .invalidData {
            return nil
        } catch {
            throw error
        }
    }

    /// Whether any of the sorted ids is in a range.
    static func has(_ ids: [Int64], in range: ClosedRange<Int64>) -> Bool {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ids.count && range.contains(ids[low])
    }

    private func answer(to request: HTTPRequest) async throws(SourceError) -> JSONValue? {
        let answer = try await services.send(request)
        do {
            return try answer.arcGISDocument(now: services.clock.now)
        } catch .http, .invalidData, .tooLarge {
            return nil
        } catch {
            throw error
        }
    }
}
