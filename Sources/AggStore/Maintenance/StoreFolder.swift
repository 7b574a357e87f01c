import AggFiles
import AggSource
import AggStorage
import Foundation

/// The folder of the two files.
enum StoreFolder {
    /// Makes the folder, where there is none, for its owner alone.
    static func make(_ folder: URL) throws(StoreError) {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) {
            guard isFolder.boolValue else { throw .inaccessible(file: folder.path, detail: "it is not a folder") }
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .inaccessible(file: folder.path, detail: SystemError.reason(of: error))
        }
    }

    /// Gives a file and its log another name, which says when.
    ///
    /// - Returns: The new path.
    static func setAside(_ path: String, at time: Date) throws(StoreError) -> String {
        for name in names(path, time) where suffixes.allSatisfy({ access(name + $0, F_OK) != 0 }) {
            do throws(SystemError) {
                // The file last: a new one that another process makes in its place must not find the old log.
                for suffix in suffixes.reversed() where access(path + suffix, F_OK) == 0 {
                    try FileMove.move(path + suffix, toNew: name + suffix)
                }
                FileMove.sync(folderOf: path)
                return name
            } catch {
                // Somebody has just taken the name, so the next one is tried.
                guard error.number == EEXIST else { throw .readOnly(file: path) }
            }
        }
        throw .failed(file: path, detail: "it cannot be set aside: too many files have names like it")
    }

    /// A database, its log, and the index of that.
    private static let suffixes = ["", "-wal", "-shm"]

    /// Keeps a copy of a file and its log under a name that says when, so that the file itself is never missing.
    ///
    /// - Returns: The path of the copy.
    static func keep(_ path: String, at time: Date) throws(StoreError) -> String {
        let free = names(path, time).first { access($0, F_OK) != 0 } ?? path + ".damaged"
        for suffix in ["-wal", ""] where access(path + suffix, F_OK) == 0 {
            do { try FileManager.default.copyItem(atPath: path + suffix, toPath: free + suffix) } catch {
                for suffix in ["-wal", ""] { unlink(free + suffix) }
                throw .failed(file: path, detail: "it cannot be copied to \(free): \(SystemError.reason(of: error))")
            }
            chmod(free + suffix, 0o600)
        }
        return free
    }

    /// `mirror.sqlite.damaged-20261120-100000`, then with -2, -3, … behind it.
    private static func names(_ path: String, _ time: Date) -> some Sequence<String> {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: time)
        func digits(_ number: Int?, _ width: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, width - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2)
        let name =
            path + ".damaged-" + day + "-" + digits(parts.hour, 2) + digits(parts.minute, 2)
            + digits(parts.second, 2)
        return (1...99).lazy.map { $0 == 1 ? name : name + "-\($0)" }
    }
}
