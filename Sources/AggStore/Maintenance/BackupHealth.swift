import AggSource
import AggStorage
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
                return warning(isMissing ? "there is no backup of \(user.path) yet" : "\(backups.newest) is damaged")
            }
            if contents?.isEmpty == true, !copy.contents.isEmpty {
                let (now, then) = (user.path, backups.newest)
                return HealthFinding(
                    "backup", .warning, "\(now) is empty, and its backup holds \(Self.count(copy))",
                    mend: "if it was lost, quit agg and copy \(then) over \(now)")
            }
            let time = RepairPlan.Backup(made: copy.made, favorites: 0, settings: 0, searches: 0).time
            if contents != copy.contents, let changed = backups.changed,
                changed.timeIntervalSince(copy.made) > UserBackups.interval
            {
                return warning("the newest whole backup of \(user.path) is of \(time) and lacks later changes")
            }
            return HealthFinding("backup", .ok, "\(backups.newest) of \(time) is whole, with \(Self.count(copy))")
        }
    }

    private static func count(_ copy: UserBackups.Copy) -> String {
        let count = copy.contents.favorites.count
        return "\(count) favorite\(count == 1 ? "" : "s")"
    }

    private func warning(_ detail: String) -> HealthFinding {
        HealthFinding(
            "backup", .warning, detail,
            mend:
                "the next change to your favorites creates one; make sure the disk has space and the folder is writable"
        )
    }
}
