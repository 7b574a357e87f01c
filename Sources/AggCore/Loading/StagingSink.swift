/// Writes batches into a staging area while the next one is fetched and decoded: one write runs beside the fetcher.
actor StagingSink: BatchSink {
    private let staging: any StagingArea
    private let progress: ProgressReporter
    private var running: Task<Result<Int, StoreError>, Never>?

    init(staging: any StagingArea, progress: ProgressReporter) {
        self.staging = staging
        self.progress = progress
    }

    func write(_ batch: [Record]) async throws(SourceError) {
        try await finish()
        running = Task { [staging] in
            do throws(StoreError) { return .success(try await staging.write(batch)) } catch { return .failure(error) }
        }
    }

    /// Throws the staging area away, once the last write has left it.
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
        case .failure(.cancelled): throw .cancelled
        case .failure(let error): throw .store(error)
        }
    }
}
