import AggSource
import AggStorage

/// Writes batches to a staging area while the next ones are fetched and decoded.
actor StagingSink: BatchSink {
    /// The current staging area.
    private(set) var staging: any StagingArea
    private let source: SourceID
    private let unsearchable: Set<String>
    private let store: any RefreshStore
    private let progress: ProgressReporter
    /// The writes that have not been awaited yet, each of which starts when the one before it has ended.
    private var writes: [Task<Result<Int, StoreError>, Never>] = []
    /// How many writes may be waiting: enough for the fetcher to go on during one that takes longer.
    private static let limit = 3

    /// Creates a sink with an empty staging area for a source with columns whose words a search does not find.
    init(
        _ source: SourceID, unsearchable: Set<String> = [], in store: any RefreshStore, progress: ProgressReporter
    ) async throws(SourceError) {
        staging = try await Self.area(source, unsearchable, store)
        self.source = source
        self.unsearchable = unsearchable
        self.store = store
        self.progress = progress
    }

    func write(_ batch: [Record]) async throws(SourceError) {
        if Task.isCancelled { throw .cancelled }
        if writes.count == Self.limit { try await finishFirst() }
        let write = Task { [staging, last = writes.last] () -> Result<Int, StoreError> in
            do throws(StoreError) {
                _ = try await last?.value.get()
                return .success(try await staging.write(batch))
            } catch {
                return .failure(error)
            }
        }
        writes.append(write)
    }

    /// Replaces the current staging area with an empty one.
    func restart() async throws(SourceError) {
        try await finish()
        await staging.discard()
        staging = try await Self.area(source, unsearchable, store)
    }

    /// Discards the staging area after the last write has finished.
    func abandon() async {
        _ = await writes.last?.value
        writes = []
        await staging.discard()
    }

    /// Waits for all writes and reports how many records are staged.
    func finish() async throws(SourceError) {
        if Task.isCancelled { throw .cancelled }
        while !writes.isEmpty { try await finishFirst() }
    }

    private func finishFirst() async throws(SourceError) {
        switch await writes.removeFirst().value {
        case .success(let count): progress.report(.records(count))
        case .failure(let error): throw SourceError(error)
        }
    }

    private static func area(
        _ source: SourceID, _ unsearchable: Set<String>, _ store: any RefreshStore
    ) async throws(SourceError) -> any StagingArea {
        do { return try await store.stage(source, unsearchable: unsearchable) } catch { throw SourceError(error) }
    }
}
