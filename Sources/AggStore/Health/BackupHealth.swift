import AggCore
import Foundation

/// Looks at the backups of the user file: whether there is one, whole, with all but the last hour.
struct BackupHealth {
    let user: StoreFile
    let backups: UserBackups

    /// What was found.
    var finding: HealthFinding {
        get async {
            let contents = try? await user.read { db in try UserContents(db) }
            guard let copy = backups.newestWhole else {
                if contents?.isEmpty == true {
                    return HealthFinding("backup", .ok, "\(user.path) has nothing to back up yet")
                }
                let isMissing = backups.made == nil
                return warning(isMissing ? "there is no backup of \(user.path)" : "\(backups.newest) is damaged")
            }
            let time = RepairPlan.Backup(made: copy.made, favorites: 0, settings: 0, searches: 0).time
            if contents != copy.contents, let changed = backups.changed,
                changed.timeIntervalSince(copy.made) > UserBackups.interval
            {
                return warning("the newest whole backup of \(user.path) is of \(time) and lacks later changes")
            }
            let count = copy.contents.favorites.count
            return HealthFinding(
                "backup", .ok, "\(backups.newest) of \(time) is whole, with \(count) favorite\(count == 1 ? "" : "s")")
        }
    }

    private func warning(_ detail: String) -> HealthFinding {
        HealthFinding(
            "backup", .warning, detail,
            mend: "make room on the disk and the folder writable; the next change to your favorites makes one")
    }
}
