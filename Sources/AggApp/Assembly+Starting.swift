import AggCommands
import AggShell
import AggSource
import AggStorage

extension Assembly {
    /// Does work that may wait for a server, in a task that a signal cancels.
    ///
    /// - Throws: `StoreError`, `.cancelled` if a signal arrived.
    func interruptible<Value: Sendable>(
        by interrupts: InterruptMonitor?, _ work: @escaping @Sendable () async throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        guard let interrupts else { return try await work() }
        let task = Task(executorPreference: MainThread.current) { () async -> Result<Value, StoreError> in
            do throws(StoreError) { return .success(try await work()) } catch { return .failure(error) }
        }
        let result = await interrupts.whileHandling { _ in
            task.cancel()
            return true
        } _: {
            await task.value
        }
        if task.isCancelled { throw .cancelled }
        return try result.get()
    }

    /// Says why starter samples could not be stored; that this user may not fill an empty store of a team is no error.
    ///
    /// - Returns: Whether the store stays empty for that reason.
    func tell(_ unstored: SourceError?, _ stores: OpenStore, _ presentation: Presentation) -> Bool {
        guard case .store(let code, let reason)? = unstored else { return false }
        guard code == StoreError.readOnlyCode, stores.shared != nil else {
            let error = CommandError(code: code, message: "a starter sample could not be stored: \(reason)")
            streams.writeError(Renderer.render(error, asJSON: options.format?.isJSON ?? false, presentation))
            return false
        }
        if options.isQuiet { return true }
        let remark =
            "the store is empty, and you do not have permission to fill it; ask someone with the role agg_refresher to "
            + "run “refresh”"
        streams.writeError(Renderer.render(remark: remark, presentation))
        return true
    }
}
