import CPQ
import Foundation
import Glibc
import Synchronization

/// A check, on another thread and connection, whether the server of a connection still responds.
///
/// A network or proxy that drops everything without a word would otherwise be noticed only when the statement times out.
final class Probe: Sendable {
    /// How long nothing may arrive before a check.
    static let patience = Duration.seconds(5)

    private let result = Result()

    /// Whether the server responds; nil until known.
    var responds: Bool? { result.value.withLock { $0 } }

    init(_ link: Link) {
        let options = link.options + link.host
        Thread.detachNewThread { [result] in
            let responds = Link.withPointers(to: options) { PQpingParams($0, $1, 1) != PQPING_NO_RESPONSE }
            result.value.withLock { $0 = responds }
        }
    }

    private final class Result: Sendable {
        let value = Mutex<Bool?>(nil)
    }
}
