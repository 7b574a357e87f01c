package import AggSource
package import AggStorage

/// The two open files of a store folder: the mirror, which can be fetched again, and the user's own data.
///
/// A mirror that is not a database is set aside and rebuilt; a user file that cannot be read is left untouched, and
/// operations that need it fail.
package struct Stores: Sendable {
    /// The data that can be fetched again.
    package let mirror: any RecordStore
    /// The user's own data.
    package let user: any UserStore
    /// Merges the favorites with those of other machines.
    package let merger: any FavoriteMergeStore
    /// The user's read marks.
    package let readMarks: any ReadMarkStore
    /// The watched searches and their new matches.
    package let alerts: any AlertStore
    /// The locks between the processes that share the folder.
    package let locks: any StoreLocks
    /// SQL access to both.
    package let sql: any SQLReader
    /// Messages for the user about problems handled while opening the files.
    package let notices: [String]
    /// The check of the files and their surroundings.
    package let health: any HealthCheck
    /// The repair of broken files.
    package let repairer: any StoreRepairer
    /// Whether a file that cannot be opened affects only the operations that need it.
    package let toleratesFaults: Bool
    private let files: [StoreFile]
    private let backups: UserBackups

    /// Closes the files that were written to, so that their changes do not stay in logs that every later run has to read.
    package func close() {
        for file in files { (try? file.database)?.endWriting() }
    }

    /// Backs up the user file at the end of a run, if the newest backup is an hour old and lacks the last changes.
    package func backUp() { backups.makeIfBehind() }

    /// Opens the files in a folder, creating the folder and files if necessary, with access only for their owner.
    ///
    /// Messages name the `program` as it is started with this store. With `toleratesFaults`, a file that cannot be opened
    /// only makes the operations that need it fail, and nothing is set aside, so that a broken store can be examined.
    ///
    /// - Throws: `StoreError` if the folder or the mirror cannot be used.
    package static func open(
        folder: String, clock: WallClock = .system, retention: ChangeRetention = ChangeRetention(),
        program: String = "agg", toleratesFaults: Bool = false
    ) throws(StoreError) -> Stores {
        try open(
            folder: folder, clock: clock, busyTimeout: 5, retention: retention, program: program,
            toleratesFaults: toleratesFaults)
    }

    static func open(
        folder: String, clock: WallClock, busyTimeout: Double, retention: ChangeRetention = ChangeRetention(),
        program: String = "agg", toleratesFaults: Bool = false
    ) throws(StoreError) -> Stores {
        var folderFault: StoreError?
        do throws(StoreError) { try StoreFolder.make(folder) } catch {
            if !toleratesFaults { throw error }
            folderFault = error
        }
        var notices: [String] = []
        let marker = CorruptionMarker(of: folder + "/mirror.sqlite")
        let mirrorSettings = DatabaseFile.Settings(
            migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
            busyTimeout: busyTimeout, onDamage: { marker.make() }, isReplaceable: true)
        let mirror: StoreFile
        if toleratesFaults {
            mirror = StoreFile(path: marker.file, settings: mirrorSettings)
        } else {
            mirror = try openMirror(marker, mirrorSettings, clock, &notices)
            _ = try mirror.database
        }
        let backups = UserBackups(file: folder + "/user.sqlite", clock: clock)
        let user = StoreFile(
            path: backups.file,
            settings: DatabaseFile.Settings(
                migrator: UserSchema.migrator, pragmas: UserSchema.pragmas, busyTimeout: busyTimeout,
                beforeMigration: { try? backups.make() }))
        if !toleratesFaults, let notice = lossNotice(user, backups) { notices.append(notice) }
        let users = SQLiteUserStore(user, backups)
        let repair = StoreRepair(mirror: mirror, user: user, marker: marker, backups: backups)
        return Stores(
            mirror: SQLiteRecordStore(mirror, retention: retention), user: users, merger: users,
            readMarks: SQLiteReadMarkStore(user),
            alerts: SQLiteAlertStore(user), locks: FileLocks(folder: folder),
            sql: SQLiteSQLReader(mirror: mirror, users: users, busyTimeout: busyTimeout),
            notices: notices,
            health: StoreHealth(
                folder: folder, folderFault: folderFault, mirror: mirror, user: user, marker: marker, backups: backups,
                retention: retention, program: program),
            repairer: repair, toleratesFaults: toleratesFaults, files: [mirror, user], backups: backups)
    }

    /// A notice that the user file was lost: it has no contents and never had a favorite, but its backup has some.
    ///
    /// Favorites that were removed leave a history.
    private static func lossNotice(_ user: StoreFile, _ backups: UserBackups) -> String? {
        guard backups.made != nil else { return nil }
        var isNew = false
        try? user.readInPlace { db in
            let sql = ["favorite", "favorite_history", "setting", "saved_search"].map { "SELECT 1 FROM \($0)" }
            isNew = try db.integer(sql.joined(separator: " UNION ALL ") + " LIMIT 1") == nil
        }
        guard isNew, let copy = backups.newestWhole, !copy.contents.favorites.isEmpty else { return nil }
        return "\(user.path) is empty, but its backup has \(copy.count); to restore the backup, "
            + "\(backups.restoring(copy)); to start over, move the backup to another folder"
    }

    /// Opens the mirror after setting aside a damaged one.
    private static func openMirror(
        _ marker: CorruptionMarker, _ settings: DatabaseFile.Settings, _ clock: WallClock, _ notices: inout [String]
    ) throws(StoreError) -> StoreFile {
        // Each round sets a file aside, unless another process that found the same damage has already done so.
        for _ in 0..<3 {
            let seen = FileIdentity(marker.file)
            var detail = "a page is damaged"
            if !marker.isThere {
                let mirror = StoreFile(path: marker.file, settings: settings)
                guard case .damaged(_, let fault) = mirror.fault else { return mirror }
                detail = fault
            }
            if let notice = try setAside(marker, seen, detail, clock) { notices.append(notice) }
        }
        return StoreFile(path: marker.file, settings: settings)
    }

    /// Sets aside the file that was found damaged, unless another process has already done so.
    private static func setAside(
        _ marker: CorruptionMarker, _ seen: FileIdentity?, _ detail: String, _ clock: WallClock
    ) throws(StoreError) -> String? {
        do {
            return try FolderLock.hold(.moving, folderOf: marker.file) {
                guard FileIdentity(marker.file) == seen else { return nil }
                defer { marker.remove() }
                guard seen != nil else { return nil }
                let aside = try StoreFolder.setAside(marker.file, at: clock.now)
                return "\(marker.file) was not a readable database (\(detail)); it was renamed to \(aside) and "
                    + "replaced by an empty one; run “refresh” to fill it"
            }
        } catch {
            throw StoreError(error, file: marker.file)
        }
    }
}
