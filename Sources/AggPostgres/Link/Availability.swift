import AggStorage
import CPQ
import Foundation
import Synchronization

/// Remembers for a while which hosts do not respond, so that a command waits for them only once.
///
/// libpq waits for each of several hosts in turn, and for some purposes twice.
final class Availability: Sendable {
    /// How long it is remembered which of several hosts respond.
    private static let memory = Duration.seconds(10)
    /// How long a failure is remembered: for the other connections of the same command, but not for the next command.
    private static let failureMemory = Duration.seconds(2)

    private struct State {
        /// The errors of connections for which the server was waited for in vain.
        var errors: [Server.Role: (error: StoreError, until: ContinuousClock.Instant)] = [:]
        /// The hosts that respond, among several.
        var hosts: (responding: [ServerAddress.Host], until: ContinuousClock.Instant)?
    }

    private let address: ServerAddress
    private let state = Mutex(State())

    init(of address: ServerAddress) {
        self.address = address
    }

    /// Opens a connection to a host that responds.
    func open(_ role: Server.Role, _ attributes: String?) async throws(StoreError) -> Link {
        let now = ContinuousClock.now
        if let known = state.withLock({ $0.errors[role] }), known.until > now { throw known.error }
        do throws(StoreError) {
            let all = address.severalHosts
            let hosts = all.isEmpty ? [] : await responding(all)
            if !all.isEmpty, hosts.isEmpty {
                if Task.isCancelled { throw .cancelled }
                let silence = ServerFault(state: "", message: "no response in \(address.connectTimeout) s")
                throw silence.storeError(address.name)
            }
            return try await Link.open(address, attributes, to: hosts.count < all.count ? hosts : [])
        } catch {
            if error != .cancelled, isLong(ContinuousClock.now - now) { note(error, role) }
            forgetHostsSoon()
            throw error
        }
    }

    /// Remembers that the server did not respond in time.
    func note(_ error: StoreError, _ role: Server.Role) {
        state.withLock { $0.errors[role] = (error, .now + Self.failureMemory) }
    }

    /// Lets the next command find out again which hosts respond, since those that did may not be enough.
    private func forgetHostsSoon() {
        state.withLock { state in
            guard let known = state.hosts else { return }
            state.hosts?.until = min(known.until, .now + Self.failureMemory)
        }
    }

    /// Whether a time is about as long as the timeout of a connection.
    private func isLong(_ time: Duration) -> Bool { time > .seconds(address.connectTimeout) * 0.9 }

    /// Returns the hosts that respond, or refuse at once, which costs no time.
    private func responding(_ hosts: [ServerAddress.Host]) async -> [ServerAddress.Host] {
        if let known = state.withLock({ $0.hosts }), known.until > .now { return known.responding }
        let responding = await withTaskGroup { group in
            for (index, host) in hosts.enumerated() { group.addTask { (index, await self.responds(host)) } }
            return await group.reduce(into: Set<Int>()) { if $1.1 { $0.insert($1.0) } }
        }
        let found = hosts.indices.filter(responding.contains).map { hosts[$0] }
        if !Task.isCancelled { state.withLock { $0.hosts = (found, .now + Self.memory) } }
        return found
    }

    private func responds(_ host: ServerAddress.Host) async -> Bool {
        let options = Link.options(of: address) + host.options
        let start = ContinuousClock.now
        // The timeout, plus some time for a name lookup.
        let status = await Link.onThread(atMost: .seconds(address.connectTimeout + 3)) {
            Link.withPointers(to: options) { PQpingParams($0, $1, 1) }
        }
        guard let status else { return false }
        return status != PQPING_NO_RESPONSE || !isLong(ContinuousClock.now - start)
    }
}
