import AggSource
import Socrata

/// Reads scores from the portal.
struct SATScoresReader {
    let endpoint: NYCSchoolsEndpoint
    let services: SourceServices

    /// The scores of all schools, or of the one with a number.
    func scores(of school: String? = nil) async throws(SourceError) -> SATScores {
        var scores = SATScores()
        var paging = endpoint.paging
        var stream = JSONRecordStream(of: "scores", into: ScoreSink())
        while !paging.isAtEnd {
            if Task.isCancelled { throw .cancelled }
            let answer = try await services.send(
                endpoint.scores(paging.page, of: school, environment: services.environment))
            try answer.requireSocrataSuccess(of: endpoint.portal, now: services.clock.now)
            let before = stream.count
            try await stream.read(answer.body) { item throws(MappingFault) in
                paging.meet(item)
                try scores.add(item)
                return Record(key: "", title: "")
            }
            paging.advance(rows: stream.count - before)
        }
        if let fault = paging.fault { throw .invalidData("(\(fault))") }
        if stream.count > 0, stream.skipped.count == stream.count {
            throw .invalidData("in every item: \(stream.skipped.text)")
        }
        return scores
    }
}

/// Keeps nothing: scores are joined to schools and are no records of their own.
private struct ScoreSink: BatchSink {
    func write(_ batch: [Record]) {}
    func restart() {}
}
