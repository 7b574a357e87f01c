import Synchronization

/// Whether a statement was interrupted, told from one thread to another.
final class SQLInterruption: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .relaxed) }

    func interrupt() { flag.store(true, ordering: .relaxed) }
}
