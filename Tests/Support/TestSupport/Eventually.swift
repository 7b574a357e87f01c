import Foundation

/// Waits a limited time for a condition that sends no signal, such as the state of another process; returns whether it holds.
package func eventually(_ isMet: () async throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + PseudoTerminal.patience
    while true {
        // A check that was delayed beyond the end still counts.
        let isLast = ContinuousClock.now >= end
        if try await isMet() { return true }
        if isLast { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Whether a killed process is gone, or soon will be: its parent may learn of its end late.
package func isGone(_ process: some StringProtocol) async throws -> Bool {
    try await eventually {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.contains(") Z ") ?? true
    }
}
