import AggSource
import AggStorage

/// Writes batches to a staging area while the next one is fetched and decoded: one write runs alongside the fetcher.
actor StagingSink: BatchSink {
    /// The current staging area.
    private(set) var staging: any StagingArea
    private let source: SourceID
    private let store: any RefreshStore
    private let progress: ProgressReporter
    private var running: Task<Result<Int, StoreError>, Never>?

    /// Creates a sink with an empty staging area for a source.
    init(_ source: SourceID, in store: any RefreshStore, progress: ProgressReporter) async throws(SourceError) {
        staging = try await Self.area(source, store)
        self.source = source
        self.store = store
        self.progress = progress
    }

    func write(_ batch: [Record]) async throws(SourceError) {
        try await finish()
        running = Task { [staging] in
            do throws(StoreError) { return .success(try await staging.write(batch)) } catch { return .failure(error) }
        }
    }

    /// Replaces the current staging area with an empty one.
    func restart() async throws(SourceError) {
        try await finish()
        await staging.discard()
        staging = try await Self.area(source, store)
    }

    /// Discards the staging area after the last write has finished.
    func abandon() async {
        _ = await running?.value
        running = nil
        await staging.discard()
    }

    /// Waits for the last write and reports how many records are staged.
    func finish() async throws(SourceError) {
        if Task.isCancelled { throw .cancelled }
        guard let running else { return }
        self.running = nil
        switch await running.value {
        case .success(let count): progress.report(.records(count))
        case .failure(let error): throw SourceError(error)
        }
    }

    private static func area(
        _ source: SourceID, _ store: any RefreshStore
    ) async throws(SourceError) -> any StagingArea {
        do { return try await store.stage(source) } catch { throw SourceError(error) }
    }
}
