import AggCore
import Foundation
import GRDB

/// Looks at the two files of a store, at who holds them, and at the room around them.
struct StoreHealth: HealthCheck {
    let folder: String
    let mirror: StoreFile
    let user: StoreFile
    let mark: DamageMark

    func findings(in scope: HealthScope) async -> [HealthFinding] {
        var findings = [disk]
        let mirrorFinding = await integrity("mirror", mirror, scope)
        findings.append(mirrorFinding)
        if mirrorFinding.status == .ok {
            findings.append(await IndexHealth(file: mirror).finding(isFull: scope.isFull))
        }
        findings.append(await userIntegrity(scope))
        findings.append(lock)
        findings.append(await version)
        return findings
    }

    /// Whether SQLite finds a file in order; with `isFull` every index entry is compared with its row.
    private func integrity(_ name: String, _ file: StoreFile, _ scope: HealthScope) async -> HealthFinding {
        do throws(StoreError) {
            if name == "mirror", mark.isThere {
                throw .damaged(file: file.path, detail: "a page of it turned out to be damaged")
            }
            if let fault = try await Self.fault(of: file, isFull: scope.isFull) {
                throw .damaged(file: file.path, detail: fault)
            }
            let size = Self.size(file.path)
            return HealthFinding(
                name, .ok,
                "\(file.path) is whole (\(ByteCount.text(size))\(scope.isFull ? ", every page looked at" : ""))")
        } catch {
            return Self.failure(name, error)
        }
    }

    private func userIntegrity(_ scope: HealthScope) async -> HealthFinding {
        let finding = await integrity("user", user, scope)
        guard finding.status == .ok else { return finding }
        do throws(StoreError) {
            let path = user.path
            let count = try await user.read { db in try FavoriteRow.all(db, path).count }
            return HealthFinding(
                "user", .ok, finding.detail + ", and \(count == 1 ? "1 favorite" : "\(count) favorites") can be read")
        } catch {
            return Self.failure("user", error)
        }
    }

    /// The first thing that SQLite finds wrong with a file; nil where there is nothing.
    static func fault(of file: StoreFile, isFull: Bool) async throws(StoreError) -> String? {
        try await file.read { db in
            let sql = isFull ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)"
            var fault: String?
            try db.forEachRow(sql) { row in
                if row.text(0) != "ok" { fault = row.text(0).split(separator: "\n").joined(separator: ", ") }
                return false
            }
            return fault
        }
    }

    /// What an error means for a person, with its mend.
    static func failure(_ name: String, _ error: StoreError) -> HealthFinding {
        switch error {
        case .damaged(let file, let detail):
            let mend =
                name == "user"
                ? "agg doctor --repair brings what can be read into a new file and keeps the old one"
                : "agg doctor --repair sets it aside and makes a new one; then refresh fills it"
            return HealthFinding(name, .failed, "\(file) is damaged (\(detail))", mend: mend)
        case .newerVersion(let file):
            return HealthFinding(
                name, .failed, "\(file) was made by a newer version of agg and was left as it is", mend: "update agg")
        case .locked(let file):
            return HealthFinding(
                name, .failed, "\(file) is locked by another program", mend: "end that program, or try again later")
        case .readOnly(let file):
            return HealthFinding(
                name, .failed, "\(file) cannot be written",
                mend: "make it and its folder writable (chown, chmod u+rwX), or choose another --store")
        case .full(let file):
            return HealthFinding(name, .failed, "the disk with \(file) is full", mend: "make room on it")
        case .inaccessible(let file, let detail):
            return HealthFinding(
                name, .failed, "\(file) cannot be used (\(detail))",
                mend: "make its folder one that you may enter and write, or choose another --store")
        default:
            return HealthFinding(name, .failed, error.reason, mend: "try again; if it stays, choose another --store")
        }
    }

    private var lock: HealthFinding {
        if let fault = Self.lockFault(in: folder) {
            return HealthFinding(
                "lock", .failed, "files in \(folder) cannot be locked (\(fault))",
                mend: "choose another --store, on a disk of this machine")
        }
        guard let holders = LockHolders.others(of: mirror.path), let users = LockHolders.others(of: user.path) else {
            return HealthFinding("lock", .skipped, "this system does not tell who holds a file")
        }
        let all = Dictionary((holders + users).map { ($0.pid, $0.writes) }, uniquingKeysWith: { $0 || $1 })
        guard !all.isEmpty else { return HealthFinding("lock", .ok, "no other process has the store open") }
        let names = all.sorted { $0.key < $1.key }.map { pid, writes in
            "process \(pid)\(LockHolders.program(pid).map { " (\($0))" } ?? "")\(writes ? ", which writes" : "")"
        }
        return HealthFinding("lock", .ok, "also open in " + names.joined(separator: "; "))
    }

    /// Why a file in a folder cannot be locked; nil where it can, or where none can be made.
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
        return fcntl(descriptor, F_SETLK, &lock) == 0 ? nil : String(cString: strerror(errno))
    }

    private var disk: HealthFinding {
        let free = Self.room(in: folder)
        guard let free else { return HealthFinding("disk", .skipped, "the room on the disk is not known") }
        let text = "\(ByteCount.text(free)) free for \(folder)"
        // A refresh stages its rows beside the mirror, and the log holds them once more.
        let wanted = max(64 << 20, 3 * Self.size(mirror.path))
        if free < 1 << 20 { return HealthFinding("disk", .failed, text, mend: "make room on the disk") }
        if free < wanted {
            return HealthFinding(
                "disk", .warning, text, mend: "make room: a refresh may need \(ByteCount.text(wanted)) for a while")
        }
        return HealthFinding("disk", .ok, text)
    }

    private static func room(in folder: String) -> Int? {
        var status = statvfs()
        var path = folder
        while statvfs(path, &status) != 0 {
            guard path.count > 1 else { return nil }
            path = (path as NSString).deletingLastPathComponent
        }
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return ["", "-wal"].reduce(0) { stat(path + $1, &status) == 0 ? $0 + Int(status.st_size) : $0 }
    }

    private var version: HealthFinding {
        get async {
            do {
                let text = try await DatabaseQueue().read { db in
                    try String.fetchOne(db, sql: "SELECT sqlite_version()")
                }
                return HealthFinding("sqlite", .ok, "SQLite \(text ?? "of an unknown version")")
            } catch {
                return HealthFinding(
                    "sqlite", .failed, "SQLite does not start (\(error))", mend: "check the memory and /tmp")
            }
        }
    }
}
