import AggSource
import Foundation

/// The text of a configuration file.
enum ConfigurationText {
    /// Larger than any configuration needs, and small enough to read from a device by mistake without harm.
    static let limit = 1_000_000

    /// Reads a file; nil if absent.
    ///
    /// - Throws: A single fault: the file is a folder, unreadable, too large, or not UTF-8.
    static func read(_ file: String) throws(ConfigurationFaults) -> String? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder) else {
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: file) else { return nil }
            throw fault("“\(file)” links to “\(target)”, which does not exist; fix or remove the link")
        }
        if isFolder.boolValue { throw fault("“\(file)” is a folder; specify a file") }
        let bytes = try bytes(of: file)
        guard bytes.count <= limit else {
            throw fault(
                "“\(file)” is larger than \(ByteCount.text(limit)), the limit for a configuration file; specify another file"
            )
        }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw ConfigurationFaults([
            ConfigurationFault(
                "this line is not valid UTF-8; save the file as UTF-8",
                at: ConfigurationPlace(file: file, line: line + 1)
            )
        ])
    }

    /// How anyone other than the user and root can change a file; nil if nobody can.
    static func risk(_ file: String) -> ConfigurationPlace.Risk? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        if status.st_uid != geteuid(), status.st_uid != 0 { return .isForeign }
        return status.st_mode & 0o022 != 0 ? .isWritable : nil
    }

    /// Reads up to one byte beyond the limit; a pipe returns its bytes in pieces.
    private static func bytes(of file: String) throws(ConfigurationFaults) -> [UInt8] {
        // Non-blocking, because a named pipe without a writer would block the program forever.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable(file, errno == EACCES) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard hasWriter(descriptor) else {
            throw fault("“\(file)” is a pipe that no program is writing to; specify a file")
        }
        do {
            var bytes: [UInt8] = []
            while bytes.count <= limit, let piece = try handle.read(upToCount: limit + 1 - bytes.count), !piece.isEmpty
            {
                bytes += piece
            }
            return bytes
        } catch {
            throw unreadable(file, false)
        }
    }

    /// Waits a few seconds for a pipe to have a writer, and makes reads blocking from then on.
    private static func hasWriter(_ descriptor: Int32) -> Bool {
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
            var interest = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&interest, 1, 5_000) > 0 else { return false }
        }
        return fcntl(descriptor, F_SETFL, 0) == 0
    }

    private static func unreadable(_ file: String, _ isForbidden: Bool) -> ConfigurationFaults {
        let reason = isForbidden ? "permission denied" : "read error"
        return fault("cannot read “\(file)”: \(reason); check the file and its permissions")
    }

    private static func fault(_ message: String) -> ConfigurationFaults {
        ConfigurationFaults([ConfigurationFault(message)])
    }
}
