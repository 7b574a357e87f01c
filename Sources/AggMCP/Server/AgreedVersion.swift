import Synchronization

/// The protocol version agreed on in the handshake.
final class AgreedVersion: Sendable {
    private let version = Mutex<String?>(nil)

    /// Records the version.
    func set(_ version: String) { self.version.withLock { $0 = version } }

    /// Whether several messages can be in one line.
    var hasBatches: Bool { version.withLock { $0 == Generation.batchVersion } }
}
