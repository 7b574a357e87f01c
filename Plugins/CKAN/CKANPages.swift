import AggSource

/// Requests the parts of a table.
struct CKANPages {
    let endpoint: CKANEndpoint
    let services: SourceServices
    let size: Int
    /// Whether the portal supports requests by row number, as far as known.
    private var givesByNumber = true
    /// Whether the last page was requested by row number, so that its total counts only the rows after that number.
    private(set) var isByNumber = false

    init(endpoint: CKANEndpoint, services: SourceServices, size: Int) {
        (self.endpoint, self.services, self.size) = (endpoint, services, size)
    }

    /// The columns and the number of rows.
    func table() async throws(SourceError) -> CKANTable {
        let answer = try await services.send(endpoint.description)
        return try CKANTable(answer.ckanResult(now: services.clock.now))
    }

    /// The page after some rows; nil if enough rows have been read.
    func page(after count: Int, _ maxRecords: Int?) async throws(SourceError) -> HTTPResponse? {
        let limit = min(size, (maxRecords ?? .max) - count)
        guard limit > 0 else { return nil }
        let answer = try await services.send(endpoint.rows(after: count, limit: limit))
        try answer.requireCKANSuccess(now: services.clock.now)
        return answer
    }

    /// The page after some rows, given the number of the last one; nil if enough rows have been read.
    mutating func page(
        after count: Int, number: Int?, _ maxRecords: Int?
    ) async throws(SourceError) -> HTTPResponse? {
        let limit = min(size, (maxRecords ?? .max) - count)
        isByNumber = false
        if let number, givesByNumber, limit > 0 {
            if let page = try await page(afterNumber: number, limit) {
                isByNumber = true
                return page
            }
            givesByNumber = false
        }
        return try await page(after: count, maxRecords)
    }

    /// The page after a row number; nil if the portal rejects the request or returns the wrong rows.
    private func page(afterNumber number: Int, _ limit: Int) async throws(SourceError) -> HTTPResponse? {
        do throws(SourceError) {
            let answer = try await services.send(endpoint.rows(afterNumber: number, limit: limit))
            try answer.requireCKANSuccess(now: services.clock.now)
            var reader = JSONItemReader(member: "result.records")
            let start = try answer.body.read(at: 0)
            let first = (try? reader.push(start.span))?.first?["_id"]?.intValue
            guard let first, first > number else { return nil }
            return answer
        } catch {
            guard CKANResource.isAbsence(error) else { throw error }
            return nil
        }
    }

    /// Reads the rows of a response without keeping them.
    ///
    /// - Returns: The number of rows, and the other members of the response.
    @discardableResult
    static func rows(
        of answer: HTTPResponse, _ body: (JSONValue) -> Void
    ) async throws(SourceError) -> (count: Int, members: JSONObject) {
        var stream = JSONRecordStream(of: "rows", in: "result.records", into: DiscardingSink())
        let members = try await stream.read(answer.body) { row throws(MappingFault) in
            body(row)
            return Record(key: "", title: "")
        }
        return (stream.count, members)
    }
}
