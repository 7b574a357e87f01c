import AggFiles
import AggSource
import AggStorage
import Foundation

/// Repairs the broken files of a store: replaces the mirror with an empty one, and rebuilds the user file from
/// everything still readable in it plus its backup.
struct StoreRepair: StoreRepairer {
    let mirror: StoreFile
    let user: StoreFile
    let marker: CorruptionMarker
    let backups: UserBackups

    func survey() async throws(StoreError) -> [RepairPlan] {
        var plans: [RepairPlan] = []
        if let reason = try await damage(of: mirror) {
            plans.append(RepairPlan(file: mirror.path, reason: reason, rescued: nil))
        }
        if let reason = try await damage(of: user) {
            let copy = try WorkFolder(beside: user.path)
            defer { copy.remove() }
            plans.append(RepairPlan(file: user.path, reason: reason, rescued: try await rescue(from: copy).numbers))
        }
        return plans
    }

    func repair(_ file: String) async throws(StoreError) -> RepairOutcome {
        let broken = file == mirror.path ? mirror : user
        guard let reason = try await damage(of: broken) else {
            throw .failed(file: file, detail: "the file is not damaged and was left unchanged")
        }
        try Self.checkHolders(of: file)
        guard broken === user else {
            let aside = try moving(mirror) {
                defer { marker.remove() }
                return try StoreFolder.setAside(mirror.path, at: backups.clock.now)
            }
            return RepairOutcome(plan: RepairPlan(file: file, reason: reason, rescued: nil), aside: aside)
        }
        let changed = backups.changed
        let copy = try WorkFolder(beside: file)
        defer { copy.remove() }
        let rescue = try await rescue(from: copy)
        try await copy.build(rescue)
        let aside = try moving(user, onlyIf: { backups.changed == changed }) {
            let aside = try StoreFolder.keep(file, at: backups.clock.now)
            do throws(SystemError) {
                for suffix in ["", "-wal"] where access(aside + suffix, F_OK) == 0 {
                    try DurableFile.settle(aside + suffix)
                }
            } catch {
                throw StoreError.failed(file: aside, detail: error.reason)
            }
            try copy.install()
            return aside
        }
        // In the new file the favorites have new row numbers, which an earlier backup would not match.
        try? backups.make()
        return RepairOutcome(plan: RepairPlan(file: file, reason: reason, rescued: rescue.numbers), aside: aside)
    }

    /// Moves an unchanged file while no other process has it open, and then opens the file now in its place.
    private func moving(
        _ file: StoreFile, onlyIf isUnchanged: () -> Bool = { true }, _ work: () throws -> String
    ) throws(StoreError) -> String {
        let aside = try file.replace { close throws(StoreError) in
            do {
                return try FolderLock.hold(.moving, folderOf: file.path) {
                    // Another process may have started during the repair, and may even have ended again.
                    try Self.checkHolders(of: file.path)
                    guard isUnchanged() else {
                        throw StoreError.failed(
                            file: file.path, detail: "another process changed the file during the repair; try again")
                    }
                    close()
                    return try work()
                }
            } catch {
                throw StoreError(error, file: file.path)
            }
        }
        _ = try file.database
        return aside
    }

    /// - Throws: A failure that names another process that has the file open.
    private static func checkHolders(of file: String) throws(StoreError) {
        guard let holder = LockHolders.others(of: file)?.first else { return }
        throw .failed(file: file, detail: "\(holder.name) has the file open; quit that process and try again")
    }

    /// What is wrong with a file, as part of a sentence; nil if nothing is.
    private func damage(of file: StoreFile) async throws(StoreError) -> String? {
        do throws(StoreError) {
            if file === mirror, marker.isThere { return "a page is damaged" }
            if let fault = try await StoreHealth.fault(of: file, isFull: true) { return fault }
            guard file === user else { return try await IndexHealth(file: file).fault(isFull: true) }
            let path = file.path
            _ = try await file.read { db in try FavoriteRow.all(db, path) }
            _ = try await SQLiteUserStore(file, backups).keptSettings()
            _ = try await SQLiteUserStore(file, backups).savedSearches()
            return nil
        } catch .damaged(_, let detail) {
            return detail
        } catch .failed(_, let detail) {
            // SQLite does not always report damage as such: it may complain about a missing column or an unknown token.
            return detail
        }
    }

    private func rescue(from copy: WorkFolder) async throws(StoreError) -> UserRescue {
        UserRescue(try await copy.contents(), backup: backups.newestWhole)
    }
}

/// A file next to the mirror that marks it as damaged; the next run then starts with a new mirror.
///
/// Nothing is moved during a run, since other processes may have the file open.
struct CorruptionMarker: Sendable {
    /// The path of the mirror.
    let file: String

    init(of file: String) {
        self.file = file
    }

    private var path: String { file + ".damaged" }

    var isThere: Bool { access(path, F_OK) == 0 }

    /// Creates the marker; if nothing can be written, nothing can be moved either.
    func make() {
        let descriptor = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func remove() {
        unlink(path)
    }
}
