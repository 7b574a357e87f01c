import AggFiles
import AggSource
import AggStorage
import Foundation
import GRDB

/// Backups of the user file in the same folder, each verified before it gets its name: the newest and the previous one.
struct UserBackups: Sendable {
    /// A backup that was read and found intact.
    struct Copy {
        var path: String
        /// When it was made.
        var made: Date
        var contents: UserContents

        /// The number of favorites, as text.
        var count: String { contents.favorites.count == 1 ? "1 favorite" : "\(contents.favorites.count) favorites" }
    }

    /// The path of the user file.
    let file: String
    /// The clock for the times of backups.
    let clock: WallClock

    /// The minimum age of the newest backup before a change makes another, in seconds.
    static let interval = 3_600.0

    private var stem: String { (file as NSString).deletingPathExtension }
    var newest: String { stem + ".backup.sqlite" }
    var former: String { stem + ".backup.1.sqlite" }

    /// When the newest backup was made; nil if there is none.
    var made: Date? { DurableFile.modified(newest) }

    /// When the user file was last written; nil if it does not exist.
    var changed: Date? { [file, file + "-wal"].compactMap(DurableFile.modified).max() }

    /// The newest intact backup.
    var newestWhole: Copy? {
        for path in [newest, former] {
            if let made = DurableFile.modified(path), let contents = Self.contents(of: path) {
                return Copy(path: path, made: made, contents: contents)
            }
        }
        return nil
    }

    /// How to replace the user file with a backup, as part of a sentence.
    func restoring(_ copy: Copy) -> String {
        "quit agg, delete \(file)-wal and \(file)-shm if they exist, and copy \(copy.path) over \(file)"
    }

    /// Makes a backup after a change, if the newest one is an hour old.
    ///
    /// A failure is ignored: the change has been saved, and `doctor` reports that the backup is old.
    ///
    /// - Returns: Whether it was due and succeeded.
    @discardableResult
    func makeIfDue() -> Bool {
        // A time in the future means that the clock was wrong.
        if let made, (0..<Self.interval).contains(clock.now.timeIntervalSince(made)) { return false }
        do { try make() } catch { return false }
        return true
    }

    /// Makes a backup if the newest one is an hour old and older than the file, so that the last changes are backed up
    /// too.
    func makeIfBehind() {
        if let made, let changed, changed > made { makeIfDue() }
    }

    /// Makes a backup, and replaces the newest one if it is intact and has every favorite.
    ///
    /// The newest one becomes the previous one, unless it has only a part of the same change. If the newest intact one
    /// has favorites that the file has never had, it is a backup of a lost file and is kept under another name.
    ///
    /// - Throws: Any error; the existing backups are then unchanged.
    func make(completingNewest: Bool = false) throws {
        StoreFolder.removeLeftovers("\(newest).new-")
        let new = "\(newest).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(new + suffix) } }
        try DatabaseFile.create(new)
        var configuration = Configuration()
        configuration.readonly = true
        // A repair in another process must not move the file while it and its log are being opened.
        let favorites = try FolderLock.hold(.opening, folderOf: file) {
            let source = try DatabaseQueue(path: file, configuration: configuration)
            try source.vacuum(into: new)
            return try source.read { db in try db.integer("SELECT count(*) FROM favorite") }
        }
        // This allows the backup to be used as the user file without changes.
        try DatabaseQueue(path: new).writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        guard let contents = Self.contents(of: new), contents.favorites.count == favorites ?? 0 else {
            throw StoreError.damaged(file: file, detail: "the backup copy is incomplete")
        }
        let known = FileIdentity(newest)
        let last = newestWhole
        // A file that was lost or emptied starts over; backing it up would only replace the good backups.
        if contents.isUnused, last?.contents.isEmpty != true { return }
        if let last, last.path == newest, last.contents == contents {
            return try DurableFile.settle(newest, modified: clock.now)
        }
        try DurableFile.settle(new, modified: clock.now)
        try FolderLock.hold(.moving, folderOf: file) {
            // If another process has put a copy there in the meantime, it has also moved the previous one.
            if !completingNewest, let last, FileIdentity(newest) == known {
                if !last.contents.addresses.isSubset(of: contents.addresses.union(contents.formerAddresses)) {
                    _ = try StoreFolder.setAside(last.path, at: clock.now, as: "kept")
                } else if last.path == newest {
                    rename(newest, former)
                }
            }
            guard rename(new, newest) == 0 else { throw StoreError.readOnly(file: newest) }
        }
        FileMove.sync(folderOf: newest)
    }

    /// The contents of a backup; nil unless every page is intact and every row can be read.
    private static func contents(of path: String) -> UserContents? {
        guard access(path, R_OK) == 0 else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        // A backup has no log, and reading it this way creates none.
        let address = DatabaseFile.withoutLog(path)
        let contents = try? DatabaseQueue(path: address, configuration: configuration).read { db in
            guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
                return UserContents.unreadable
            }
            return try UserContents(db)
        }
        return contents?.isWhole == true ? contents : nil
    }
}
