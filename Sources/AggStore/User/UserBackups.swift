import AggFiles
import AggSource
import AggStorage
import Foundation
import GRDB

/// Copies of the user file beside it, each verified before it takes its name: the newest, and the one before.
struct UserBackups: Sendable {
    /// A copy that was read and found whole.
    struct Copy {
        /// When it was made.
        var made: Date
        /// All that it holds.
        var contents: UserContents
    }

    /// The path of the user file.
    let file: String
    /// What says when a copy is made.
    let clock: WallClock

    /// How old the newest copy is before a change makes another, in seconds.
    static let interval = 3_600.0

    private var stem: String { (file as NSString).deletingPathExtension }
    /// The path of the newest copy.
    var newest: String { stem + ".backup.sqlite" }
    /// The path of the copy before the newest.
    var former: String { stem + ".backup.1.sqlite" }

    /// When the newest copy was made; nil if it does not exist.
    var made: Date? { DurableFile.modified(newest) }

    /// When the user file was last written; nil if it does not exist.
    var changed: Date? { [file, file + "-wal"].compactMap(DurableFile.modified).max() }

    /// The newest copy that can be read whole.
    var newestWhole: Copy? {
        for path in [newest, former] {
            if let made = DurableFile.modified(path), let contents = Self.contents(of: path) {
                return Copy(made: made, contents: contents)
            }
        }
        return nil
    }

    /// Makes a copy after a change, if the newest is an hour old.
    ///
    /// A copy that fails fails nothing else: the change is done, and `doctor` reports the old copy.
    func makeIfDue() {
        // A time yet to come is of a clock that was wrong.
        if let made, (0..<Self.interval).contains(clock.now.timeIntervalSince(made)) { return }
        try? make()
    }

    /// Makes a copy, if the newest is an hour old and older than the file: so the last changes get into one, too.
    func makeIfBehind() {
        if let made, let changed, changed > made { makeIfDue() }
    }

    /// Makes a copy, and puts it in the place of the newest if it is whole and has every favorite.
    ///
    /// - Throws: What went wrong; then the copies are as they were.
    func make() throws {
        removeLeftovers()
        let new = "\(newest).new-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { unlink(new + suffix) } }
        try DatabaseFile.create(new)
        var configuration = Configuration()
        configuration.readonly = true
        // A repair in another process must not move the file between the file and its log.
        let favorites = try FolderLock.hold(.opening, folderOf: file) {
            let source = try DatabaseQueue(path: file, configuration: configuration)
            try source.vacuum(into: new)
            return try source.read { db in try db.integer("SELECT count(*) FROM favorite") }
        }
        // So it can be put in the place of the file as it is.
        try DatabaseQueue(path: new).writeWithoutTransaction { db in try db.execute(sql: "PRAGMA journal_mode = WAL") }
        guard let contents = Self.contents(of: new), contents.favorites.count == favorites ?? 0 else {
            throw StoreError.damaged(file: file, detail: "a copy of it is not whole")
        }
        let known = FileIdentity(newest)
        let last = Self.contents(of: newest)
        // A file that was lost or emptied starts again; its copy would only replace the good ones.
        if contents.isEmpty, last?.isEmpty != true { return }
        if last == contents { return try DurableFile.settle(newest, modified: clock.now) }
        try DurableFile.settle(new, modified: clock.now)
        try FolderLock.hold(.moving, folderOf: file) {
            // A process that put a copy there meanwhile has moved the one before it.
            if last != nil, FileIdentity(newest) == known { rename(newest, former) }
            guard rename(new, newest) == 0 else { throw StoreError.readOnly(file: newest) }
        }
        FileMove.sync(folderOf: newest)
    }

    /// All that a copy holds; nil unless every page of it is in order and every row can be read.
    private static func contents(of path: String) -> UserContents? {
        guard access(path, R_OK) == 0 else { return nil }
        var configuration = Configuration()
        configuration.readonly = true
        // It has no log, and reading it creates none.
        let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        let contents = try? DatabaseQueue(path: address, configuration: configuration).read { db in
            guard try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") == "ok" else {
                return UserContents.unreadable
            }
            return try UserContents(db)
        }
        return contents?.isWhole == true ? contents : nil
    }

    /// Removes what a process that was killed in the middle has left.
    private func removeLeftovers() {
        let folder = (file as NSString).deletingLastPathComponent
        let prefix = (newest as NSString).lastPathComponent + ".new-"
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            if let process = pid_t(process), kill(process, 0) == -1, errno == ESRCH { unlink(folder + "/" + name) }
        }
    }
}

/// Brings files to the disk, so that a name never outlives a loss of power without what it names.
enum DurableFile {
    /// When a file was last written; nil if it does not exist.
    static func modified(_ path: String) -> Date? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        return Date(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Waits until a file is on the disk; `modified` is the time it is to have.
    ///
    /// - Throws: `SystemError` if the disk does not take it.
    static func settle(_ path: String, modified: Date? = nil) throws(SystemError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last() }
        defer { close(descriptor) }
        if let modified {
            let seconds = modified.timeIntervalSince1970
            let second = Int(clamping: seconds.rounded(.down))
            let time = timespec(tv_sec: second, tv_nsec: Int(clamping: (seconds - seconds.rounded(.down)) * 1e9))
            guard futimens(descriptor, [time, time]) == 0 else { throw .last() }
        }
        guard fsync(descriptor) == 0 else { throw .last() }
    }
}
