import AggFiles
import AggSource
import Foundation

/// Checks the folder of a store: its locks and its disk space.
struct FolderHealth {
    let folder: String
    let mirror: String
    let user: String

    /// Whether files in the folder can be locked, and which other processes have the store's files open.
    var lock: HealthFinding {
        if let fault = Self.lockFault(in: folder) {
            return HealthFinding(
                "lock", .failed, "cannot lock files in \(folder) (\(fault))",
                fix: "choose a --store on a local disk")
        }
        guard let holders = LockHolders.others(of: mirror), let users = LockHolders.others(of: user) else {
            return HealthFinding("lock", .skipped, "this system does not show which processes hold file locks")
        }
        let all = Dictionary((holders + users).map { ($0.name, $0.writes) }, uniquingKeysWith: { $0 || $1 })
        guard !all.isEmpty else { return HealthFinding("lock", .ok, "no other process has the store open") }
        let names = all.sorted { $0.key < $1.key }.map { name, writes in
            "\(name)\(writes ? ", which is writing" : "")"
        }
        return HealthFinding("lock", .ok, "also open in " + names.joined(separator: "; "))
    }

    /// Why a file in a folder cannot be locked; nil if it can, or if no file can be created.
    private static func lockFault(in folder: String) -> String? {
        let path = folder + "/.lock-\(getpid())"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            unlink(path)
        }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_len = 1
        return fcntl(descriptor, F_SETLK, &lock) == 0 ? nil : SystemError.last().reason
    }

    /// Whether there is enough space for a refresh.
    var disk: HealthFinding {
        let free = DiskSpace.free(in: folder)
        guard let free else { return HealthFinding("disk", .skipped, "the free disk space is unknown") }
        let text = "\(ByteCount.text(free)) free on the disk that contains \(folder)"
        // A refresh first stages its rows in a temporary file, and its commit then writes them to the log.
        let wanted = max(64_000_000, 3 * Self.size(mirror))
        if free < 1_000_000 { return HealthFinding("disk", .failed, text, fix: "free some disk space") }
        if free < wanted {
            return HealthFinding(
                "disk", .warning, text, fix: "free some space; a refresh may briefly need \(ByteCount.text(wanted))")
        }
        return HealthFinding("disk", .ok, text)
    }

    /// The size of a file and its log in bytes.
    static func size(_ path: String) -> Int {
        var status = stat()
        return ["", "-wal"].reduce(0) { stat(path + $1, &status) == 0 ? $0 + Int(status.st_size) : $0 }
    }
}
