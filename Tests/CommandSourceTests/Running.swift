import AggCore
import AggProcess
import AggSource
import AggTesting
import CommandSource
import Foundation
import TestSupport
import Testing

/// A source of this kind that runs a test's own program.
struct Running {
    let folder: TemporaryFolder
    var values: [String: ParameterValue] = [:]
    var environment = ["PATH": "/usr/bin:/bin", "HOME": "/tmp"]

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The result of a fetch, or why it failed.
    struct Outcome: Sendable {
        let result: Result<FetchResult, SourceError>
        let records: [Record]
        let state: FetchState?

        var error: SourceError? {
            if case .failure(let error) = result { error } else { nil }
        }

        var summary: FetchSummary? {
            if case .success(.complete(let summary)) = result { summary } else { nil }
        }
    }

    /// Writes a shell script and fetches what it prints.
    func fetch(_ script: String, since state: FetchState? = nil, limits: Duration = .seconds(60)) async throws
        -> Outcome
    {
        let path = folder.path("program.sh")
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        var values = values
        values["command"] = .list(["sh", path])
        if values["idle_timeout"] == nil { values["idle_timeout"] = .duration(limits) }
        let id = try #require(SourceID("trees"))
        let source = try CommandSource(SourceConfiguration(id: id, kind: CommandSource.kind, values: values))
        let services = SourceServices(
            http: StubHTTPClient(), environment: environment,
            programs: SubprocessRunner(grace: .milliseconds(300)))
        let sink = BatchLog()
        do throws(SourceError) {
            let result = try await source.fetcher(services).fetch(since: state, into: sink)
            let summary: FetchSummary? = if case .complete(let summary) = result { summary } else { nil }
            return Outcome(
                result: .success(result), records: await sink.batches.flatMap(\.self), state: summary?.state)
        } catch {
            return Outcome(result: .failure(error), records: await sink.batches.flatMap(\.self), state: nil)
        }
    }
}
