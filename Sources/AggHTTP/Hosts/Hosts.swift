import Synchronization

/// The hosts asked so far.
///
/// A host is made when it is first asked, so that a process that fetches nothing makes none.
final class Hosts: Sendable {
    private let known = Mutex<[Origin: Host]>([:])

    deinit {
        for host in known.withLock({ $0.values }) { host.close() }
    }

    /// The host at an origin, the same one each time.
    func host(_ origin: Origin) -> Host {
        known.withLock { known in
            if let host = known[origin] { return host }
            let host = Host(origin)
            known[origin] = host
            return host
        }
    }

    /// How many hosts have been made.
    var count: Int { known.withLock { $0.count } }
}
