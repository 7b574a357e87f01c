package import AggCore
package import Foundation

/// The two files of a store folder, opened: the mirror, which can be fetched again, and the user's own data.
///
/// They share no fate. A mirror that is no database is set aside and made anew; a user file that cannot be read is left
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

    /// Whether a connection that writes is open: closing the last one puts its log back into the file.
    package var isOpenForWriting: Bool { files.contains { (try? $0.database)?.isOpenForWriting ?? false } }

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
        let mark = DamageMark(of: path + "/mirror.sqlite")
        let mirrorSettings = DatabaseFile.Settings(
            migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
            busyTimeout: busyTimeout, onDamage: { mark.make() })
        if mark.isThere, !toleratesFaults {
            notices.append(try setAside(mark.file, "a page of it is damaged", clock))
        }
        var mirror = StoreFile(path: mark.file, settings: mirrorSettings)
        if !toleratesFaults {
            if case .damaged(_, let detail) = mirror.fault {
                notices.append(try setAside(mark.file, detail, clock))
                mirror = StoreFile(path: mark.file, settings: mirrorSettings)
            }
            _ = try mirror.database
        }
        let user = StoreFile(
            path: path + "/user.sqlite",
            settings: DatabaseFile.Settings(
                migrator: UserSchema.migrator, pragmas: UserSchema.pragmas, busyTimeout: busyTimeout))
        let users = SQLiteUserStore(user)
        let repair = StoreRepair(mirror: mirror, user: user, mark: mark, clock: clock)
        return Stores(
            mirror: SQLiteRecordStore(mirror), user: users,
            sql: SQLiteSQLReader(mirror: mark.file, users: users, busyTimeout: busyTimeout),
            notices: notices, health: StoreHealth(folder: path, mirror: mirror, user: user, mark: mark),
            repairer: repair, toleratesFaults: toleratesFaults, files: [mirror, user])
    }

    private static func setAside(_ path: String, _ detail: String, _ clock: WallClock) throws(StoreError) -> String {
        let aside = try StoreFolder.setAside(path, at: clock.now)
        DamageMark(of: path).remove()
        return
            "\(path) was not a readable database (\(detail)); it is now \(aside), and a new one was made: refresh to "
            + "fill it"
    }
}
