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
        let known = state?.values[Self.columnsState].flatMap { try? JSONValue(parsing: $0) }?.arrayValue
        let names = known?.compactMap(\.stringValue)
        var (summary, repeated) = try await run(environment, names, formerKey: state?.values[Self.keyState], into: sink)
        if repeated {
            // The inferred key repeats in a later row: read the rows again with a digest of their content as the key.
            try await sink.restart()
            (summary, _) = try await run(environment, names, formerKey: RowRoles.contentKey, into: sink)
        }
        return summary
    }

    /// The name under which the state records the inferred key.
    private static let keyState = "key"
    /// The name under which the state records the columns, as JSON: those of the first fetch, or, if none are listed,
    /// all so far.
    private static let columnsState = "columns"

    private func run(
        _ environment: ProgramEnvironment, _ names: [String]?, formerKey: String?, into sink: some BatchSink
    ) async throws(SourceError) -> (summary: FetchSummary, repeatsKey: Bool) {
        let program = endpoint.program(in: environment)
        var plan = RowPlan(
            roles: endpoint.roles, configured: endpoint.roles, columns: endpoint.columns, checksKeys: true,
            formerKey: formerKey)
        plan.knownNames = names
        var reading = CommandReading(plan, environment, progress: services.progress, sink: sink)
        let end = try await services.programs.run(program) { piece throws(SourceError) in
            try await reading.push(piece)
        }
        try environment.masking(end).requireSuccess(of: program)
        var (summary, repeatsKey) = try await reading.finish()
        summary.notes += end.notes(on: program)
        var values: [String: String] = [:]
        values[Self.keyState] = reading.inferredKey
        var columns = SeenNames()
        columns.add(names ?? [])
        if names == nil || endpoint.columns.isEmpty { columns.add(reading.names) }
        if !columns.all.isEmpty { values[Self.columnsState] = JSONValue.array(columns.all.map(JSONValue.string)).text }
        summary.state = values.isEmpty ? nil : FetchState(values)
        return (summary, repeatsKey)
    }
}
