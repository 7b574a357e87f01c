import AggFiles
import AggSource
import AggStorage
import Foundation
import GRDB

/// Checks the two files of a store, their surroundings, and SQLite itself.
struct StoreHealth: HealthCheck {
    let folder: String
    /// Why the folder cannot be used; nil if it can.
    let folderFault: StoreError?
    let mirror: StoreFile
    let user: StoreFile
    let marker: CorruptionMarker
    let backups: UserBackups
    let retention: ChangeRetention
    /// How the program is started with the same store, as typed in a shell.
    let program: String

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        let folderHealth = FolderHealth(folder: folder, mirror: mirror.path, user: user.path)
        if let folderFault {
            // The files only report that they do not exist.
            let failures = ["mirror", "user"].map { Self.failure($0, folderFault, program) }
            return [folderHealth.disk] + failures + [await version]
        }
        var findings = [folderHealth.disk]
        let mirrorFinding = await integrity("mirror", mirror, scope)
        findings.append(mirrorFinding)
        if mirrorFinding.status != .failed {
            findings.append(await IndexHealth(file: mirror, program: program).finding(isFull: scope.isFull))
            findings.append(await changes)
        }
        findings.append(await userIntegrity(scope))
        findings.append(await BackupHealth(user: user, backups: backups).finding)
        findings.append(folderHealth.lock)
        findings.append(await version)
        return findings
    }

    /// The number of changes kept, and the limits.
    private var changes: HealthFinding {
        get async {
            do throws(StoreError) {
                let kept = try await mirror.read { db in try db.integer("SELECT count(*) FROM change") ?? 0 }
                let days = Age.text(.seconds(clamping: retention.seconds))
                return HealthFinding(
                    "changes", .ok,
                    "\(kept) kept (up to \(retention.count) per source, for \(days))")
            } catch {
                return Self.failure("changes", error, program)
            }
        }
    }

    /// Runs SQLite's integrity check on a file; with `isFull`, every index entry is compared with its row.
    private func integrity(_ name: String, _ file: StoreFile, _ scope: HealthScope) async -> HealthFinding {
        do throws(StoreError) {
            if name == "mirror", marker.isThere {
                throw .damaged(file: file.path, detail: "a page is damaged")
            }
            if let fault = try await Self.fault(of: file, isFull: scope.isFull) {
                throw .damaged(file: file.path, detail: fault)
            }
            let size = FolderHealth.size(file.path)
            let state = "\(file.path) is intact (\(ByteCount.text(size))\(scope.isFull ? ", every page checked" : ""))"
            guard access(file.path, W_OK) == 0, access(folder, W_OK) == 0 else {
                let reason = SystemError.last().reason
                return HealthFinding(
                    name, .warning, "\(state) but cannot be written (\(reason))",
                    fix: "make it and its folder writable, or choose another --store")
            }
            return HealthFinding(name, .ok, state)
        } catch {
            return Self.failure(name, error, program)
        }
    }

    private func userIntegrity(_ scope: HealthScope) async -> HealthFinding {
        let finding = await integrity("user", user, scope)
        guard finding.status != .failed else { return finding }
        do throws(StoreError) {
            let path = user.path
            let count = try await user.read { db in try FavoriteRow.all(db, path).count }
            return HealthFinding(
                "user", finding.status, finding.detail + ", with \(count == 1 ? "1 favorite" : "\(count) favorites")",
                fix: finding.fix)
        } catch {
            return Self.failure("user", error, program)
        }
    }

    /// The first problem that SQLite finds in a file; nil if there is none.
    static func fault(of file: StoreFile, isFull: Bool) async throws(StoreError) -> String? {
        try await file.read { db in
            let sql = isFull ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)"
            var fault: String?
            try db.forEachRow(sql) { row in
                if row.text(0) != "ok" { fault = row.text(0).split(separator: "\n").joined(separator: ", ") }
                return false
            }
            return fault
        }
    }

    /// Explains an error to the user, with a way to fix it.
    static func failure(_ name: String, _ error: StoreError, _ program: String) -> HealthFinding {
        switch error {
        case .damaged(let file, let detail):
            let fix =
                name == "user"
                ? "run “\(program) doctor --repair” to rebuild the file from its readable parts and the backup; the "
                    + "old file is kept"
                : "run “\(program) doctor --repair” to set the file aside and create a new one, then “refresh” to fill "
                    + "it"
            return HealthFinding(name, .failed, "\(file) is damaged (\(detail))", fix: fix)
        case .newerVersion(let file):
            return HealthFinding(
                name, .failed, "\(file) was made by a newer version of agg and was left unchanged", fix: "update agg")
        case .locked(let file):
            return HealthFinding(
                name, .failed, "\(file) is locked by another program", fix: "quit that program, or try again later")
        case .readOnly(let file):
            return HealthFinding(
                name, .failed, "cannot write \(file)",
                fix: "make it and its folder writable (chown, chmod u+rwX), or choose another --store")
        case .full(let file):
            return HealthFinding(name, .failed, "the disk that contains \(file) is full", fix: "free some disk space")
        case .inaccessible(let file, let detail):
            return HealthFinding(
                name, .failed, "cannot use \(file) (\(detail))",
                fix: "make sure you can read and write it and its folder, or choose another --store")
        default:
            return HealthFinding(
                name, .failed, error.reason, fix: "try again; if the problem persists, choose another --store")
        }
    }

    private var version: HealthFinding {
        get async {
            do {
                let text = try await DatabaseQueue().read { db in
                    try String.fetchOne(db, sql: "SELECT sqlite_version()")
                }
                return HealthFinding("sqlite", .ok, "SQLite \(text ?? "(unknown version)")")
            } catch {
                return HealthFinding(
                    "sqlite", .failed, "cannot start SQLite (\(error))", fix: "check free memory and the /tmp folder")
            }
        }
    }
}

/// Checks the backups of the user file: whether one exists, is intact, and is up to date to within an hour.
struct BackupHealth {
    let user: StoreFile
    let backups: UserBackups

    var finding: HealthFinding {
        get async {
            let contents = try? await user.read { db in try UserContents(db) }
            guard let copy = backups.newestWhole else {
                if contents?.isEmpty == true {
                    return HealthFinding("backup", .ok, "\(user.path) has nothing to back up yet")
                }
                let isMissing = backups.made == nil
                return warning(isMissing ? "\(user.path) has no backup yet" : "\(backups.newest) is damaged")
            }
            if contents?.isUnused == true, !copy.contents.isEmpty {
                return HealthFinding(
                    "backup", .warning, "\(user.path) is empty, but its backup has \(copy.count)",
                    fix: "if it has lost its contents, \(backups.restoring(copy))")
            }
            let time = RepairPlan.Backup(made: copy.made, favorites: 0, settings: 0, searches: 0).time
            if contents != copy.contents, let changed = backups.changed,
                changed.timeIntervalSince(copy.made) > UserBackups.interval
            {
                return warning("the newest intact backup of \(user.path) is from \(time) and lacks later changes")
            }
            return HealthFinding("backup", .ok, "\(backups.newest) from \(time) is intact, with \(copy.count)")
        }
    }

    private func warning(_ detail: String) -> HealthFinding {
        HealthFinding(
            "backup", .warning, detail,
            fix:
                "the next change to your favorites creates a backup; make sure the disk has space and the folder is writable"
        )
    }
}
