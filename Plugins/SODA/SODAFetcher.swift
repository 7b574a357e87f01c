import AggSource
import Socrata

/// Fetches a data set page by page.
///
/// The first request asks only for a newer version; a data set that changes while it is read is read again, once.
struct SODAFetcher: RecordFetcher {
    let endpoint: SODAEndpoint
    let roles: ColumnRoles
    let columns: [Column]
    let lists: Set<String>
    let services: SourceServices
    /// The number of rows per request.
    var pageSize = SocrataPaging.standardPageSize

    /// The name under which the state records the inferred key.
    private static let keyState = "key"
    /// The name under which the state records the columns of the first fetch, as JSON, if some are listed.
    private static let columnsState = "columns"

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        var held: HTTPResponse?
        if let state, let validators = state.validators {
            let answer = try await page(endpoint.paging(pageSize: pageSize).page, validators: validators)
            if answer.isNotModified {
                return .unchanged(state.with(validators.updated(by: Validators(answer.headers))))
            }
            held = answer
        }
        let former = state?.values ?? [:]
        let (first, summary) = try await read(since: former, into: sink, firstPage: held)
        guard first.hasChanged else { return .complete(summary) }
        // Rows that no longer exist may have been written: discard everything from the first reading.
        try await sink.restart()
        var (second, again) = try await read(since: former, into: sink, firstPage: nil)
        if second.hasChanged {
            again.notes.append("the data set changed twice during the refresh; some rows may be missing")
        }
        again.bytes += summary.bytes
        return .complete(again)
    }

    /// Reads all pages, and checks whether the data set changed in the meantime; `former` has the values of the state.
    private func read(
        since former: [String: String], into sink: some BatchSink, firstPage held: HTTPResponse?
    ) async throws(SourceError) -> (reading: SODAReading, summary: FetchSummary) {
        let view = try await view()
        var paging = endpoint.paging(pageSize: pageSize)
        var answer = try await firstPage(paging.page, held: held)
        let validators = Validators(answer.headers)
        let plan = try await plan(of: answer, view, formerKey: former[Self.keyState])
        let mapper = plan.mapper(lists: lists)
        // A file has all rows, and some servers ignore how many are requested.
        var stream = JSONRecordStream(of: "rows", into: sink, limit: endpoint.maxRecords ?? .max)
        var reading = SODAReading()
        // A file has no metadata, but its rows show all columns if none is left out.
        var rowNames = SeenNames()
        let isWholeFile = endpoint.portal.isFile && endpoint.maxRecords == nil
        while true {
            reading.isOutOfDate = reading.isOutOfDate || answer.isSocrataDataOutOfDate
            let before = stream.count
            try await stream.read(answer.body) { row throws(MappingFault) in
                paging.meet(row)
                if isWholeFile, let row = row.objectValue { rowNames.add(row.members.lazy.map(\.name)) }
                return try mapper.record(row)
            }
            paging.advance(rows: stream.count - before)
            if paging.isAtEnd { break }
            reading.isOfManyPages = true
            answer = try await page(paging.page)
            // The rows of a repeated page are not new ones with the same keys.
            if try paging.endIfRepeated(by: answer.body) { break }
        }
        reading.fault = paging.fault
        if reading.isOfManyPages, let view { try await compare(view, &reading) }
        var state = FetchState().with(reading.isComplete ? validators : nil)
        state.values[Self.keyState] = plan.inferredKey
        let names = plan.names.isEmpty ? rowNames.all.filter { !$0.hasPrefix(":") } : plan.names
        let known = former[Self.columnsState].flatMap { try? JSONValue(parsing: $0) }?.arrayValue
        let first = known?.compactMap(\.stringValue)
        if !plan.listed.isEmpty, !(first ?? names).isEmpty {
            state.values[Self.columnsState] = JSONValue.array((first ?? names).map(JSONValue.string)).text
        }
        var summary = try await stream.finish(
            state: state.values.isEmpty ? nil : state,
            notes: plan.notes(on: names, since: first) + reading.notes)
        summary.isIncomplete = reading.fault != nil
        return (reading, summary)
    }

    /// The mapping of the rows, which may depend on their first page.
    ///
    /// - Throws: `SourceError.invalidData` if these rows no longer have the key that an earlier fetch inferred.
    private func plan(
        of firstPage: HTTPResponse, _ view: SocrataView?, formerKey: String?
    ) async throws(SourceError) -> SODAPlan {
        let headers = firstPage.headers
        let sample =
            SODAPlan.needsSample(roles: roles, declared: columns, view: view, headers: headers)
            ? try await SODASample(of: firstPage.body, given: formerKey) : nil
        if roles.key == nil, let formerKey, formerKey != SODAInference.contentKey, sample?.lacksGiven == true {
            throw .invalidData(
                "(the rows no longer have values in the column “\(formerKey)”, which is their key; set “key: COLUMN” for "
                    + "this source, or refresh it with --force to infer another key)")
        }
        return SODAPlan(
            roles: roles, declared: columns, view: view, headers: headers, sample: sample, formerKey: formerKey)
    }

    /// The current first page: requests it again, so that it is not older than the metadata.
    private func firstPage(
        _ page: SocrataQuery.Page, held: HTTPResponse?
    ) async throws(SourceError) -> HTTPResponse {
        guard let held, let validators = Validators(held.headers) else { return try await self.page(page) }
        let answer = try await self.page(page, validators: validators)
        return answer.isNotModified ? held : answer
    }

    private func page(
        _ page: SocrataQuery.Page, validators: Validators? = nil
    ) async throws(SourceError) -> HTTPResponse {
        let request = endpoint.rows(page, validators: validators, environment: services.environment)
        let answer = try await services.send(request)
        if validators != nil, answer.isNotModified { return answer }
        try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
        return answer
    }

    /// The metadata; nil if unavailable, since the rows can be read without it.
    private func view() async throws(SourceError) -> SocrataView? {
        guard let request = endpoint.view(environment: services.environment) else { return nil }
        let answer = try await services.send(request)
        if answer.status == 429 {
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
        }
        guard answer.status == 200 else { return nil }
        return try? SocrataView(parsing: answer.body.collect())
    }

    /// Checks whether rows were changed since the metadata was first read.
    private func compare(_ before: SocrataView, _ reading: inout SODAReading) async throws(SourceError) {
        do {
            guard let after = try await view() else { return }
            reading.hasChanged = after.rowsUpdatedAt != before.rowsUpdatedAt
        } catch .cancelled {
            throw .cancelled
        } catch let error {
            // All rows have been read; a failed check is no reason to discard them.
            reading.comparison = error
        }
    }
}

/// The outcome of reading all pages, besides the rows.
struct SODAReading {
    /// Whether there were several pages, which may be from different versions.
    var isOfManyPages = false
    /// Whether rows were changed while they were read.
    var hasChanged = false
    /// Whether the portal returned an older copy.
    var isOutOfDate = false
    /// Why paging ended early; nil if it did not.
    var fault: String?
    /// Why agg could not check whether rows were changed; nil if it could.
    var comparison: SourceError?

    /// Whether all rows are known to be from one version; if not, the next refresh reads them again.
    var isComplete: Bool { fault == nil && comparison == nil && !hasChanged }
    /// Notes to show with every answer from the rows.
    var notes: [String] {
        var notes: [String] = []
        if isOutOfDate { notes.append("the portal reports that its data is out of date") }
        if let fault { notes.append(fault) }
        if let comparison {
            notes.append("cannot tell whether the data set changed during the refresh: \(comparison.reason())")
        }
        return notes
    }
}
