import AggSource
import AggStorage
import Foundation

/// Reports whether anything refreshes the store on a schedule.
struct ScheduleHealth: HealthCheck {
    let locks: any StoreLocks
    /// The folder of the user's configuration, which systemd reads, too; nil if there is none.
    let configurationHome: String?
    var clock = WallClock.system

    /// The name of the unit that `make install` adds.
    private static let timer = "agg-refresh.timer"
    /// If the last run is older, the schedule does not work.
    private static let longest = 2 * 86_400.0

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let enable = "systemctl --user enable --now \(Self.timer)"
        if let last = locks.lastTaken(.refresh) {
            let age = Age.text(Age.since(last, now: clock.now))
            guard clock.now.timeIntervalSince(last) > Self.longest else {
                return [HealthFinding("schedule", .ok, "“refresh --due” last ran \(age) ago")]
            }
            return [
                HealthFinding(
                    "schedule", .warning, "“refresh --due” last ran \(age) ago",
                    fix: "check the cron job or timer (systemctl --user status \(Self.timer))")
            ]
        }
        guard isEnabled else {
            return [
                HealthFinding(
                    "schedule", .ok,
                    "only sessions and “refresh” update this store; to refresh it on a schedule, run: \(enable)")
            ]
        }
        return [HealthFinding("schedule", .ok, "\(Self.timer) is enabled; it has not run yet")]
    }

    /// Whether the user's systemd starts the timer.
    private var isEnabled: Bool {
        guard let configurationHome else { return false }
        return FileManager.default.fileExists(
            atPath: "\(configurationHome)/systemd/user/timers.target.wants/\(Self.timer)")
    }
}
