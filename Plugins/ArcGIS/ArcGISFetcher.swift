import AggSource
import Foundation

/// Fetches the rows of a layer page by page, in the order of their object ids if they have any.
///
/// Paging may fail even if the server claims to support it; the rows are then read again by ranges of object ids. A layer that
/// reports when it was last edited is read only if that has changed.
struct ArcGISFetcher: RecordFetcher {
    let endpoint: ArcGISEndpoint
    let roles: ColumnRoles
    let columns: [Column]
    /// The maximum number of rows to read; nil for no limit.
    let maxRecords: Int?
    let services: SourceServices

    /// The name under which the state records the field of the inferred key.
    static let keyState = "key"

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let answer = try await services.send(endpoint.description)
        var layer = try ArcGISLayer(answer.arcGISDocument(now: services.clock.now))
        if let edited = layer.edited, state?.values["edited"] == edited { return .unchanged(state) }
        let requests = ArcGISRequests(endpoint: endpoint, services: services)
        if endpoint.url.isFileURL {
            var reading = try reading(of: layer, since: state, into: sink)
            _ = try await reading.read(answer)
            return .complete(try await reading.finish())
        }
        let count = try await requests.count()
        if layer.supportsPagination, let objectID = layer.objectID {
            var pages = try reading(of: layer, since: state, into: sink)
            if try await readPages(by: objectID, layer, count, requests, &pages) {
                return .complete(try await pages.finish())
            }
            try await sink.restart()
        }
        let ids = try await requests.objectIDs()
        layer.objectID = layer.objectID ?? ids.field
        if layer.supportsPagination, layer.objectID == nil {
            var pages = try reading(of: layer, since: state, into: sink)
            if try await readPages(by: nil, layer, count, requests, &pages) {
                return .complete(try await pages.finish())
            }
            try await sink.restart()
        }
        var reading = try reading(of: layer, since: state, into: sink)
        try await readRanges(layer, ids.ids, requests, &reading)
        if maxRecords == nil, let count, reading.count < count {
            reading.addMissingRows("the server reports \(count) rows, but only \(reading.count) could be read")
        }
        return .complete(try await reading.finish())
    }

    private func reading<Sink: BatchSink>(
        of layer: ArcGISLayer, since state: FetchState?, into sink: Sink
    ) throws(SourceError) -> ArcGISReading<Sink> {
        var known = roles
        if known.key == nil { known.key = try Self.formerKey(in: layer, since: state) }
        let mapper = ArcGISMapper(layer, roles: layer.roles(over: known, among: columns), declared: columns)
        let names = layer.fields.map(\.column)
        if let key = roles.key, !key.hasPrefix(":"), layer.field(key) == nil {
            // With other keys, favorites would lose their records.
            throw .invalidData(
                "(the layer has no column “\(key)”, which is the key\(ColumnHint.text(for: key, among: names)))")
        }
        var reading = ArcGISReading(
            mapper, configuredKey: roles.key, since: state, limit: maxRecords ?? .max, into: sink)
        let unlisted = columns.map(\.name).filter { !names.contains($0) }
        reading.notes.formUnion(
            roles.notes(onMissingFrom: "the layer", with: names, unlisted: unlisted) { column in
                column.hasPrefix(":") || layer.field(column) != nil
            })
        return reading
    }

    /// The field of the key that an earlier fetch inferred; nil if there is none.
    private static func formerKey(in layer: ArcGISLayer, since state: FetchState?) throws(SourceError) -> String? {
        guard let key = state?.values[keyState] else { return nil }
        guard key == ArcGISMapper.contentKey || layer.field(key) != nil else {
            // With another key, favorites would lose their records.
            throw .invalidData(
                "(the layer no longer has the field “\(key)”, which is its key; set “key: COLUMN” for this source, or "
                    + "refresh it with --force to infer another key)")
        }
        return key
    }

    /// Reads rows by offset, to the end.
    ///
    /// The end is reached when the server says that there are no more rows. An old server that does not say is asked until all
    /// the rows it counts are read. A short page is not the end.
    ///
    /// - Returns: Whether all rows were read in order; if not, they must be read in another way.
    private func readPages<Sink: BatchSink>(
        by objectID: String?, _ layer: ArcGISLayer, _ count: Int?, _ requests: ArcGISRequests,
        _ reading: inout ArcGISReading<Sink>
    ) async throws(SourceError) -> Bool {
        let size = layer.maxRecordCount ?? ArcGISRequests.usualSize
        while true {
            let limit = min(size, (maxRecords ?? .max) - reading.count)
            guard limit > 0 else { return true }
            let request = endpoint.rows(after: reading.count, limit: limit, by: objectID, layer)
            guard let answer = try await requests.rows(request) else { return false }
            let page = try await reading.read(answer)
            guard !page.isOutOfOrder else { return false }
            if page.rows == 0 { return !page.hasMore && reading.count >= count ?? 0 }
            if page.hasMore { continue }
            if let count {
                if reading.count >= count { return true }
            } else if page.rows < limit {
                return true
            }
        }
    }

    /// Reads rows by ranges of their object ids.
    private func readRanges<Sink: BatchSink>(
        _ layer: ArcGISLayer, _ ids: [Int64]?, _ requests: ArcGISRequests, _ reading: inout ArcGISReading<Sink>
    ) async throws(SourceError) {
        guard let objectID = layer.objectID else {
            let answer = try await services.send(endpoint.allRows(layer))
            try answer.requireArcGISSuccess(now: services.clock.now)
            if try await reading.read(answer).hasMore, reading.count < maxRecords ?? .max {
                reading.addMissingRows("the layer has no object ids, so only its first rows could be read")
            }
            return
        }
        let size = layer.maxRecordCount ?? ArcGISRequests.usualSize
        let ranges = try await requests.ranges(of: ids.map { Array($0.prefix(maxRecords ?? .max)) }, by: objectID, size)
        for range in ranges {
            var low = range.lowerBound
            while low <= range.upperBound {
                guard reading.count < maxRecords ?? .max else { return }
                let request = endpoint.rows(in: low...range.upperBound, by: objectID, layer)
                let answer = try await services.send(request)
                try answer.requireArcGISSuccess(now: services.clock.now)
                let page = try await reading.read(answer)
                guard let first = page.firstID, let last = page.lastID else {
                    if page.hasMore {
                        reading.addMissingRows("some rows are missing: the server sent no \(objectID) for them")
                    }
                    break
                }
                guard first >= low, last <= range.upperBound else {
                    throw .invalidData("(the server ignores the requested range of \(objectID))")
                }
                guard last < range.upperBound else { break }
                low = last + 1
                let isShort = !page.hasMore && page.rows < size && layer.maxRecordCount != nil
                let isAtEnd = ids.map { !ArcGISRequests.has($0, in: low...max(low, range.upperBound)) } ?? isShort
                if isAtEnd { break }
                guard !page.isOutOfOrder else {
                    throw .invalidData(
                        "(the server does not order rows by \(objectID))")
                }
            }
        }
    }
}
