import AggSource
import Socrata

/// Fetches the directory with a conditional request, then joins the scores.
///
/// Schools without scores are useful if nothing better is stored, so only a first refresh loads them. A state is saved only
/// together with scores: if there is one, the stored rows have scores, which schools without them must not replace.
struct NYCSchoolsFetcher: RecordFetcher {
    let endpoint: NYCSchoolsEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        var paging = endpoint.paging
        let held = state?.validators
        var answer = try await services.send(
            endpoint.schools(paging.page, validators: held, environment: services.environment))
        let validators = Validators(answer.headers)
        if let held, answer.isNotModified { return .unchanged(FetchState(held.updated(by: validators))) }
        try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)

        var notes: [String] = []
        let scores = try await scores(&notes, areStored: state != nil)
        let mapper = NYCSchoolsMapper(scores: scores)
        var stream = JSONRecordStream(of: "schools", into: sink)
        while true {
            if answer.isSocrataDataOutOfDate { notes.append("the portal reports that its data is out of date") }
            let before = stream.count
            try await stream.read(answer.body) { row throws(MappingFault) in
                paging.meet(row)
                return try mapper.record(row)
            }
            paging.advance(rows: stream.count - before)
            if paging.isAtEnd { break }
            answer = try await services.send(endpoint.schools(paging.page, environment: services.environment))
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
            // The rows of a repeated page are not new ones with the same keys.
            if try paging.endIfRepeated(by: answer.body) { break }
        }
        if let fault = paging.fault { notes.append(fault) }
        // Without scores, no state is saved, so that the next refresh fetches everything again.
        let newValidators = paging.fault == nil ? validators : nil
        let newState = scores == nil ? nil : FetchState(newValidators) ?? FetchState(["scores": "loaded"])
        var summary = try await stream.finish(state: newState, notes: notes)
        summary.isIncomplete = paging.fault != nil
        return .complete(summary)
    }

    /// The scores of all schools; nil, with a note, if they are unavailable and none are stored.
    private func scores(
        _ notes: inout [String], areStored: Bool
    ) async throws(SourceError) -> SATScores? {
        do {
            return try await SATScoresReader(endpoint: endpoint, services: services).scores()
        } catch .cancelled {
            throw .cancelled
        } catch let error {
            if areStored { throw error }
            notes.append("SAT scores are missing: \(error.reason())")
            return nil
        }
    }
}

/// Fetches the scores of one school that was loaded while the scores were unavailable.
struct NYCSchoolsDetailLoader: DetailLoader {
    let endpoint: NYCSchoolsEndpoint
    let services: SourceServices

    func details(of record: Record) async throws(SourceError) -> [Record.Field] {
        guard lacksDetails(record) else { return [] }
        return try await SATScoresReader(endpoint: endpoint, services: services).scores(of: record.key)
            .fields(of: record.key)
    }

    func lacksDetails(_ record: Record) -> Bool {
        SATScores.areUnknown(of: record)
    }
}
