/// A step of a load.
public enum LoadProgress: Hashable, Sendable {
    /// Bytes of the running request received so far, and how many are expected where the server said so.
    case bytes(received: Int, expected: Int?)
    /// Records staged so far.
    case records(Int)
    /// The load waits until a rate limit ends or a retry is due; the reason is part of a sentence.
    case waiting(reason: String, seconds: Int)
    /// All is fetched; the rows are being put into the store.
    case committing
}
