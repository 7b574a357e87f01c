import Foundation

/// Writes files atomically: readers see the whole file or nothing, even after a power failure.
package enum WholeFile {
    /// Writes a file; without `replacing`, only if it does not exist.
    ///
    /// A new file gets `mode`; a replaced file keeps its own, and symbolic links to it are kept. A device or a pipe is
    /// written to instead.
    ///
    /// - Throws: `SystemError`; `EEXIST` for an existing file, which is left unchanged; `ENOENT` for a link to no file;
    ///   `ENXIO` for a pipe that nothing reads.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32, replacing: Bool
    ) throws(SystemError) {
        if isDevice(path) { return try send(bytes, to: path) }
        guard replacing else {
            if let error = create([(path: path, bytes: bytes)], mode: mode)[0] { throw error }
            return
        }
        let path = try resolved(path)
        let new = try staged(bytes, for: path, mode: mode, isReplacing: true)
        guard rename(new, path) == 0 else {
            let error = SystemError.last()
            unlink(new)
            throw error
        }
        FileMove.sync(folderOf: path)
    }

    /// Creates files in one folder, each only if it does not exist.
    ///
    /// Syncs the disk once instead of once per file, and names no file before all are on disk.
    ///
    /// - Returns: Why each could not be created; nil if it was.
    package static func create(_ files: [(path: String, bytes: [UInt8])], mode: UInt32) -> [SystemError?] {
        let isAlone = files.count == 1
        let staged = files.map { file -> Result<String, SystemError> in
            do throws(SystemError) {
                return .success(try self.staged(file.bytes, for: file.path, mode: mode, isSynced: isAlone))
            } catch {
                return .failure(error)
            }
        }
        if !isAlone { sync() }
        defer { if let file = files.first { FileMove.sync(folderOf: file.path) } }
        return zip(files, staged).map { file, staged in
            do throws(SystemError) {
                let new = try staged.get()
                do throws(SystemError) {
                    try FileMove.move(new, toNew: file.path)
                    return nil
                } catch {
                    unlink(new)
                    throw error
                }
            } catch {
                return error
            }
        }
    }

    /// Writes a file under a temporary name in the folder of its final place.
    private static func staged(
        _ bytes: [UInt8], for path: String, mode: UInt32, isReplacing: Bool = false, isSynced: Bool = true
    ) throws(SystemError) -> String {
        let new = FileMove.folder(of: path) + "/.agg-\(UUID().uuidString)"
        let descriptor = open(new, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw .last() }
        defer { close(descriptor) }
        do throws(SystemError) {
            var status = stat()
            if isReplacing, stat(path, &status) == 0 { fchmod(descriptor, status.st_mode & 0o7777) }
            try fill(descriptor, bytes)
            guard !isSynced || fsync(descriptor) == 0 else { throw .last() }
            return new
        } catch {
            unlink(new)
            throw error
        }
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(rest.startIndex)) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last() }
            rest = rest.dropFirst(count)
        }
    }

    /// Whether a path leads to a device, a terminal, or a pipe, such as `/dev/stdout`.
    package static func isDevice(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    private static func send(_ bytes: [UInt8], to device: String) throws(SystemError) {
        // Without O_NONBLOCK, opening a pipe would wait for its reader.
        let descriptor = open(device, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last() }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, 0)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .last() }
            rest = rest.dropFirst(count)
        }
    }

    /// The target of a symbolic link.
    private static func resolved(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else {
            var status = stat()
            if lstat(path, &status) == 0 { throw SystemError(number: ENOENT) }
            return path
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Moves a file to an unused name: `rename` would replace a file that another process has just created.
package enum FileMove {
    /// Moves a file.
    ///
    /// - Throws: `SystemError`; `EEXIST` if a file with the name exists, which is left unchanged.
    package static func move(_ file: String, toNew name: String) throws(SystemError) {
        if link(file, name) == 0 {
            unlink(file)
            return
        }
        // Some file systems do not support hard links; there, an empty file reserves the name first.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .last() }
        try replacePlaceholder(file, name)
    }

    /// Reserves the name with an empty file, and replaces it with the file.
    static func replacePlaceholder(_ file: String, _ name: String) throws(SystemError) {
        let descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last() }
        close(descriptor)
        guard rename(file, name) == 0 else {
            let error = SystemError.last()
            unlink(name)
            throw error
        }
    }

    /// Syncs the folder of a file, if the file system supports it.
    package static func sync(folderOf file: String) {
        let descriptor = open(folder(of: file), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The folder of a file.
    package static func folder(of file: String) -> String {
        let folder = (file as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }
}
