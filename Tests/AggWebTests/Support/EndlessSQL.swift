import AggStorage

/// A statement that ends only when it is canceled.
struct EndlessSQL: SQLReader {
    /// The events so far: `began`, `cancelled`.
    let events: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (events, continuation) = AsyncStream.makeStream(of: String.self) }

    func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
        continuation.yield("began")
        try? await Task.sleep(for: .seconds(3_600))
        continuation.yield("cancelled")
        throw .cancelled
    }
}
