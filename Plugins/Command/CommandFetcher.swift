import AggSource
import ProgramRows

/// Runs a program and reads its output line by line; the output counts only if the program exits with status 0.
struct CommandFetcher: RecordFetcher {
    let endpoint: CommandEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let environment = try await endpoint.settings.environment(services)
        var roles = endpoint.roles
        if roles.key == nil { roles.key = state?.values[Self.keyState].map { [$0] } }
        var (summary, repeated) = try await run(environment, roles, into: sink)
        if repeated {
            // The inferred key repeats in a later row: read the rows again with a digest of their content as the key.
            try await sink.restart()
            roles.key = [RowRoles.contentKey]
            (summary, _) = try await run(environment, roles, into: sink)
            summary.state = FetchState([Self.keyState: RowRoles.contentKey])
        } else if roles.key == [RowRoles.contentKey], endpoint.roles.key == nil {
            summary.state = FetchState([Self.keyState: RowRoles.contentKey])
        }
        return .complete(summary)
    }

    /// The key under which the state records that no column is a key.
    private static let keyState = "key"

    private func run(
        _ environment: ProgramEnvironment, _ roles: RowRoles, into sink: some BatchSink
    ) async throws(SourceError) -> (summary: FetchSummary, repeatsKey: Bool) {
        let program = endpoint.program(in: environment)
        let plan = RowPlan(
            roles: roles, configured: endpoint.roles, columns: endpoint.columns, checksKeys: true)
        var reading = CommandReading(plan, progress: services.progress, sink: sink)
        let end = try await services.programs.run(program) { piece throws(SourceError) in
            try await reading.push(piece)
        }
        try environment.masking(end).requireSuccess(of: program)
        return try await reading.finish()
    }
}
