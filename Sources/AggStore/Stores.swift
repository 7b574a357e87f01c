package import AggSource
package import AggStorage
package import Foundation

/// The two files of a store folder, opened: the mirror, which can be fetched again, and the user's own data.
///
/// A mirror that is not a database is set aside and rebuilt; a user file that cannot be read is left
/// alone, and fails whatever needs it.
package struct Stores: Sendable {
    /// What can be fetched again.
    package let mirror: any RecordStore
    /// What is the user's own.
    package let user: any UserStore
    /// SQL over both.
    package let sql: any SQLReader
    /// Sentences about what had to be done to open them, for the person at the terminal.
    package let notices: [String]
    /// What looks at the files and what is around them.
    package let health: any HealthCheck
    /// What makes a broken file whole again.
    package let repairer: any StoreRepairer
    /// Whether what cannot be opened fails what needs it, and nothing else.
    package let toleratesFaults: Bool
    private let files: [StoreFile]
    private let backups: UserBackups

    /// Whether a connection that writes is open: closing the last one puts its log back into the file.
    package var isOpenForWriting: Bool { files.contains { (try? $0.database)?.isOpenForWriting ?? false } }

    /// Copies the user file at the end of a run, if the last changes are in no copy yet and the newest is an hour old.
    package func backUp() { backups.makeIfBehind() }

    /// Opens the files in a folder, and makes folder and files where there are none, for their owner alone.
    ///
    /// With `toleratesFaults` what cannot be opened fails whatever needs it, and nothing is set aside: so a broken store
    /// can be looked at.
    ///
    /// - Throws: `StoreError` when the folder or the mirror cannot be used.
    package static func open(
        folder: URL, clock: WallClock = .system, toleratesFaults: Bool = false
    ) throws(StoreError) -> Stores {
        try open(folder: folder, clock: clock, busyTimeout: 5, toleratesFaults: toleratesFaults)
    }

    static func open(
        folder: URL, clock: WallClock, busyTimeout: Double, toleratesFaults: Bool = false
    ) throws(StoreError) -> Stores {
        do throws(StoreError) { try StoreFolder.make(folder) } catch { if !toleratesFaults { throw error } }
        let path = folder.path
        var notices: [String] = []
        let marker = CorruptionMarker(of: path + "/mirror.sqlite")
        let mirrorSettings = DatabaseFile.Settings(
            migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
            busyTimeout: busyTimeout, onDamage: { marker.make() })
        let mirror: StoreFile
        if toleratesFaults {
            mirror = StoreFile(path: marker.file, settings: mirrorSettings)
        } else {
            mirror = try openMirror(marker, mirrorSettings, clock, &notices)
            _ = try mirror.database
        }
        let backups = UserBackups(file: path + "/user.sqlite", clock: clock)
        let user = StoreFile(
            path: backups.file,
            settings: DatabaseFile.Settings(
                migrator: UserSchema.migrator, pragmas: UserSchema.pragmas, busyTimeout: busyTimeout,
                beforeMigration: { try? backups.make() }))
        let users = SQLiteUserStore(user, backups)
        let repair = StoreRepair(mirror: mirror, user: user, marker: marker, backups: backups)
        return Stores(
            mirror: SQLiteRecordStore(mirror), user: users,
            sql: SQLiteSQLReader(mirror: marker.file, users: users, busyTimeout: busyTimeout),
            notices: notices,
            health: StoreHealth(folder: path, mirror: mirror, user: user, marker: marker, backups: backups),
            repairer: repair, toleratesFaults: toleratesFaults, files: [mirror, user], backups: backups)
    }

    /// Opens the mirror; a damaged one is set aside first.
    private static func openMirror(
        _ marker: CorruptionMarker, _ settings: DatabaseFile.Settings, _ clock: WallClock, _ notices: inout [String]
    ) throws(StoreError) -> StoreFile {
        // Each time around a file was set aside, by this process or by another one that found the same.
        for _ in 0..<3 {
            let seen = FileIdentity(marker.file)
            var detail = "a page of it is damaged"
            if !marker.isThere {
                let mirror = StoreFile(path: marker.file, settings: settings)
                guard case .damaged(_, let fault) = mirror.fault else { return mirror }
                detail = fault
            }
            if let notice = try setAside(marker, seen, detail, clock) { notices.append(notice) }
        }
        return StoreFile(path: marker.file, settings: settings)
    }

    /// Sets aside the file that was seen to be damaged, unless another process has done so.
    private static func setAside(
        _ marker: CorruptionMarker, _ seen: FileIdentity?, _ detail: String, _ clock: WallClock
    ) throws(StoreError) -> String? {
        do {
            return try FolderLock.hold(.moving, folderOf: marker.file) {
                guard FileIdentity(marker.file) == seen else { return nil }
                defer { marker.remove() }
                guard seen != nil else { return nil }
                let aside = try StoreFolder.setAside(marker.file, at: clock.now)
                return "\(marker.file) was not a readable database (\(detail)); it is now \(aside), and a new one was "
                    + "made: refresh to fill it"
            }
        } catch {
            throw StoreError(error, file: marker.file)
        }
    }
}
