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
    private let files: [DatabaseFile]

    /// Whether a connection that writes is open: closing the last one puts its log back into the file.
    package var isOpenForWriting: Bool { files.contains(where: \.isOpenForWriting) }

    /// Opens the files in a folder, and makes folder and files where there are none, for their owner alone.
    ///
    /// - Throws: `StoreError` when the folder or the mirror cannot be used.
    package static func open(folder: URL, clock: WallClock = .system) throws(StoreError) -> Stores {
        try open(folder: folder, clock: clock, busyTimeout: 5)
    }

    static func open(folder: URL, clock: WallClock, busyTimeout: Double) throws(StoreError) -> Stores {
        try StoreFolder.make(folder)
        let path = folder.path
        var notices: [String] = []
        let mirror: DatabaseFile
        let mirrorPath = path + "/mirror.sqlite"
        let mirrorSettings = DatabaseFile.Settings(
            migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
            busyTimeout: busyTimeout)
        do throws(StoreError) {
            mirror = try DatabaseFile(path: mirrorPath, settings: mirrorSettings)
        } catch .damaged(_, let detail) {
            let aside = try StoreFolder.setAside(mirrorPath, at: clock.now)
            notices.append(
                "\(mirrorPath) was not a readable database (\(detail)); it is now \(aside), and a new one was made: "
                    + "refresh to fill it")
            mirror = try DatabaseFile(path: mirrorPath, settings: mirrorSettings)
        }
        let (user, userFile) = openUser(path + "/user.sqlite", busyTimeout)
        return Stores(
            mirror: SQLiteRecordStore(mirror), user: user, sql: SQLiteSQLReader(mirror: mirrorPath, users: user),
            notices: notices, files: [mirror, userFile].compactMap(\.self))
    }

    private static func openUser(_ path: String, _ busyTimeout: Double) -> (any UserStore, DatabaseFile?) {
        let settings = DatabaseFile.Settings(
            migrator: UserSchema.migrator, pragmas: UserSchema.pragmas, busyTimeout: busyTimeout)
        do throws(StoreError) {
            let file = try DatabaseFile(path: path, settings: settings)
            return (SQLiteUserStore(file), file)
        } catch {
            return (UnreadableUserStore(reason: error), nil)
        }
    }
}
