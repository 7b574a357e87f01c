import AggSource
import Socrata

/// Brings a data set page by page: the first request asks only for a newer one, and a data set that changes while it is
/// read is read again, once.
struct SODAFetcher: RecordFetcher {
    let endpoint: SODAEndpoint
    let roles: ColumnRoles
    let columns: [Column]
    let lists: Set<String>
    let services: SourceServices
    /// The number of rows asked for at a time.
    var pageSize = SocrataPaging.standardPageSize

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        var held: HTTPResponse?
        if let validators = state?.validators {
            let answer = try await page(endpoint.paging(pageSize: pageSize).page, validators: validators)
            if answer.isNotModified {
                return .unchanged(FetchState(validators.updated(by: Validators(answer.headers))))
            }
            held = answer
        }
        let (first, summary) = try await read(into: sink, firstPage: held)
        guard first.hasChanged else { return .complete(summary) }
        // Rows that are gone by now may have been written: what was read first counts for nothing.
        try await sink.restart()
        var (second, again) = try await read(into: sink, firstPage: nil)
        if second.hasChanged {
            again.notes.append("the data set changed twice while it was read; some rows may be missing")
            again.state = nil
        }
        again.bytes += summary.bytes
        return .complete(again)
    }

    /// Reads all pages, and says whether the data set changed meanwhile.
    private func read(
        into sink: some BatchSink, firstPage held: HTTPResponse?
    ) async throws(SourceError) -> (reading: SODAReading, summary: FetchSummary) {
        let view = try await view()
        var paging = endpoint.paging(pageSize: pageSize)
        var answer = try await firstPage(paging.page, held: held)
        let validators = Validators(answer.headers)
        let plan = try await plan(of: answer, view)
        let mapper = plan.mapper(lists: lists)
        var stream = JSONRecordStream(of: "rows", into: sink)
        var reading = SODAReading()
        while true {
            reading.isOutOfDate = reading.isOutOfDate || answer.isSocrataDataOutOfDate
            let before = stream.count
            try await stream.read(answer.body) { row throws(MappingFault) in
                paging.meet(row)
                return try mapper.record(row)
            }
            paging.advance(rows: stream.count - before)
            if paging.isAtEnd { break }
            reading.isOfManyPages = true
            answer = try await page(paging.page)
        }
        reading.fault = paging.fault
        if reading.isOfManyPages, let view { try await compare(view, &reading) }
        let summary = try await stream.finish(state: FetchState(validators), notes: plan.notes + reading.notes)
        return (reading, summary)
    }

    /// How the rows are mapped, which their first page may have to tell.
    private func plan(of firstPage: HTTPResponse, _ view: SocrataView?) async throws(SourceError) -> SODAPlan {
        let headers = firstPage.headers
        let sample =
            SODAPlan.needsSample(roles: roles, declared: columns, view: view, headers: headers)
            ? try await SODASample(of: firstPage.body) : nil
        return SODAPlan(roles: roles, declared: columns, view: view, headers: headers, sample: sample)
    }

    /// The first page as it is now: the one that is held is asked for again, so that it is not older than the metadata.
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

    /// The metadata; nil if there is none to be had, which the rows can do without.
    private func view() async throws(SourceError) -> SocrataView? {
        guard let request = endpoint.view(environment: services.environment) else { return nil }
        let answer = try await services.send(request)
        if answer.status == 429 {
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
        }
        guard answer.status == 200 else { return nil }
        return try? SocrataView(parsing: answer.body.collect())
    }

    /// Looks whether rows were changed since the first look at the metadata.
    private func compare(_ before: SocrataView, _ reading: inout SODAReading) async throws(SourceError) {
        do {
            guard let after = try await view() else { return }
            reading.hasChanged = after.rowsUpdatedAt != before.rowsUpdatedAt
        } catch .cancelled {
            throw .cancelled
        } catch let error {
            // All rows are here: that this cannot be looked up is not worth losing them.
            reading.comparison = error
        }
    }
}

/// What one reading of all pages came to, beside the rows.
struct SODAReading {
    /// Whether there was more than one page, so that they may not belong together.
    var isOfManyPages = false
    /// Whether rows were changed while they were read.
    var hasChanged = false
    /// Whether the portal answered from an older copy.
    var isOutOfDate = false
    /// Why the pages ended before their end; nil if they did not.
    var fault: String?
    /// Why it is not known whether rows were changed; nil if it is.
    var comparison: SourceError?

    /// What belongs on every answer from the rows.
    var notes: [String] {
        var notes: [String] = []
        if isOutOfDate { notes.append("the portal says that its data is out of date") }
        if let fault { notes.append(fault) }
        if let comparison {
            notes.append("whether the data set changed while it was read is not known: \(comparison.reason())")
        }
        return notes
    }
}
