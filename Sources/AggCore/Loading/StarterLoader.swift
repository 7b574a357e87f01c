import AggSource
import AggStorage
import Foundation

/// Stores a source's starter sample the same way as a real response, unless the source has been fetched.
struct StarterLoader: SourceLoader {
    let source: SourceInstance
    let sample: StarterSample
    let store: any RefreshStore
    let services: SourceServices

    func load() async throws(SourceError) -> LoadedSource {
        var services = services
        services.http = StarterClient(sample: sample)
        services.progress = .silent
        let sink = try await StagingSink(
            source.id, unsearchable: source.unsearchableColumns, in: store, progress: .silent)
        do throws(SourceError) {
            _ = try await source.dataSource.fetcher(services).fetch(since: nil, into: sink)
            try await sink.finish()
            return try await commit(sink.staging)
        } catch {
            await sink.abandon()
            throw error
        }
    }

    private func commit(_ staging: any StagingArea) async throws(SourceError) -> LoadedSource {
        let commit = RefreshCommit(
            origin: .starter, fingerprint: source.realFingerprint,
            mappingVersion: source.dataSource.mappingVersion,
            fetchedAt: nil, acceptsLoss: true, basis: .nothing)
        let outcome = try await staging.commit(as: commit)
        return LoadedSource(
            origin: outcome.newer?.origin ?? .starter, records: outcome.records, fetchedAt: outcome.newer?.fetchedAt)
    }
}

/// Answers every request from a source's starter sample, so that it is handled like a real response.
struct StarterClient: HTTPClient {
    let sample: StarterSample

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        guard let document = sample.document(for: request.url.lastPathComponent) else {
            return HTTPResponse(url: request.url, status: 404)
        }
        return HTTPResponse(url: request.url, status: 200, body: HTTPBody(document))
    }
}
