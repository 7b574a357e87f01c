import AggFiles
import AggSource
import AggStorage
import Foundation

/// The folder that contains the two files.
enum StoreFolder {
    /// Creates the folder if necessary, accessible only to its owner.
    static func make(_ folder: String) throws(StoreError) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw .inaccessible(file: folder, detail: "not a folder") }
            return
        }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .inaccessible(file: folder, detail: SystemError.reason(of: error))
        }
    }

    /// Renames a file and its log, adding the reason and the time to the name.
    ///
    /// - Returns: The new path.
    static func setAside(_ path: String, at time: Date, as reason: String = "damaged") throws(StoreError) -> String {
        for name in names(path, reason, time) where suffixes.allSatisfy({ access(name + $0, F_OK) != 0 }) {
            do throws(SystemError) {
                // The file is moved last: if another process creates a new one in its place, that must not find the
                // old log.
                for suffix in suffixes.reversed() where access(path + suffix, F_OK) == 0 {
                    try FileMove.move(path + suffix, toNew: name + suffix)
                }
                FileMove.sync(folderOf: path)
                return name
            } catch {
                // Another process has just taken the name, so try the next one.
                guard error.number == EEXIST else { throw .readOnly(file: path) }
            }
        }
        throw .failed(file: path, detail: "cannot set the file aside: too many files have similar names")
    }

    /// A database, its log, and the index of the log.
    private static let suffixes = ["", "-wal", "-shm"]

    /// Copies a file and its log to a name that includes the time, so that the file itself is never missing.
    ///
    /// - Returns: The path of the copy.
    static func keep(_ path: String, at time: Date) throws(StoreError) -> String {
        let free = names(path, "damaged", time).first { access($0, F_OK) != 0 } ?? path + ".damaged"
        for suffix in ["-wal", ""] where access(path + suffix, F_OK) == 0 {
            do { try FileManager.default.copyItem(atPath: path + suffix, toPath: free + suffix) } catch {
                for suffix in ["-wal", ""] { unlink(free + suffix) }
                throw .failed(file: path, detail: "cannot copy the file to \(free): \(SystemError.reason(of: error))")
            }
            chmod(free + suffix, 0o600)
        }
        return free
    }

    /// Removes what killed processes have left: files and folders whose path is this one followed by the id of such a
    /// process.
    static func removeLeftovers(_ path: String) {
        let (folder, prefix) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(prefix) {
            let process = name.dropFirst(prefix.count).prefix { $0 != "-" }
            if let process = pid_t(process), kill(process, 0) == -1, errno == ESRCH {
                try? FileManager.default.removeItem(atPath: folder + "/" + name)
            }
        }
    }

    /// `mirror.sqlite.damaged-20261120-100000`, then the same with -2, -3, … appended.
    private static func names(_ path: String, _ reason: String, _ time: Date) -> some Sequence<String> {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: time)
        func digits(_ number: Int?, _ width: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2)
        let name =
            path + ".\(reason)-" + day + "-" + digits(parts.hour, 2) + digits(parts.minute, 2)
            + digits(parts.second, 2)
        return (1...99).lazy.map { $0 == 1 ? name : name + "-\($0)" }
    }
}
