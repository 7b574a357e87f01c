package import AggCore

/// What was found wrong and right, and what was repaired before.
package struct HealthReport: Sendable {
    /// What was found, in the order it was looked at.
    package var findings: [HealthFinding]
    /// What was repaired.
    package var repairs: [RepairOutcome] = []

    /// Whether anything does not work.
    var hasFailed: Bool { findings.contains { $0.status == .failed } }
}
