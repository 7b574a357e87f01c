import AggSource

/// Brings the scores of one school, for a school that was loaded when the scores could not be had.
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
