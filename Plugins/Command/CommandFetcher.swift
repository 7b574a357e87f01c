import AggSource
import ProgramRows

/// Runs a program and reads its output line by line; the output counts only if the program exits with status 0.
struct CommandFetcher: RecordFetcher {
    let endpoint: CommandEndpoint
    let services: SourceServices

    func fetch(since state: FetchState?, into sink: some BatchSink) async throws(SourceError) -> FetchResult {
        let environment = try await endpoint.settings.environment(services)
        return .complete(
            try await environment.masking { () throws(SourceError) in
                try await summary(since: state, in: environment, into: sink)
            })
    }

    private func summary(
        since state: FetchState?, in environment: ProgramEnvironment, into sink: some BatchSink
    ) async throws(SourceError) -> FetchSummary {
        var (summary, repeated) = try await run(environment, formerKey: state?.values[Self.keyState], into: sink)
        if repeated {
            // The inferred key repeats in a later row: read the rows again with a digest of their content as the key.
            try await sink.restart()
            (summary, _) = try await run(environment, formerKey: RowRoles.contentKey, into: sink)
        }
        return summary
    }

    /// The name under which the state records the inferred key.
    private static let keyState = "key"

    private func run(
        _ environment: ProgramEnvironment, formerKey: String?, into sink: some BatchSink
    ) async throws(SourceError) -> (summary: FetchSummary, repeatsKey: Bool) {
        let program = endpoint.program(in: environment)
        let plan = RowPlan(
            roles: endpoint.roles, configured: endpoint.roles, columns: endpoint.columns, checksKeys: true,
            formerKey: formerKey)
        var reading = CommandReading(plan, progress: services.progress, sink: sink)
        let end = try await services.programs.run(program) { piece throws(SourceError) in
            try await reading.push(piece)
        }
        try environment.masking(end).requireSuccess(of: program)
        var (summary, repeatsKey) = try await reading.finish()
        summary.notes += end.notes(on: program)
        summary.state = reading.inferredKey.map { FetchState([Self.keyState: $0]) }
        return (summary, repeatsKey)
    }
}
