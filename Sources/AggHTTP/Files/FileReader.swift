import AggFiles
import AggSource
import Foundation
import Glibc

/// Answers requests for file URLs like a web server, including validators.
///
/// Files are read in place, piece by piece, so their size is not limited.
enum FileReader {
    /// Reads a file: 200 with its content, or 304 if the validators show that the stored content is current.
    ///
    /// The body reads the file opened here, even if its name comes to refer to another file.
    ///
    /// - Throws: `SourceError.notFound`, `.unreadable` (a folder, a device, no permission), `.refused` (the URL has
    ///   another host); each with the path.
    static func answer(_ url: URL, validators: Validators?) throws(SourceError) -> HTTPResponse {
        if let host = url.host, !host.isEmpty, host.lowercased() != "localhost" {
            throw .refused("a file URL cannot have a host (\(host)); use file:///PATH")
        }
        let path = url.path(percentEncoded: false)
        // The system would open the file named before it.
        guard !path.utf8.contains(0) else { throw .notFound(path) }
        let file = try OpenFile(path)
        let headers: HTTPHeaders = [
            "ETag": file.entityTag, "Last-Modified": HTTPDate.text(file.modified), "Content-Length": "\(file.size)",
        ]
        if isHeld(validators, headers) { return HTTPResponse(url: url, status: 304, headers: headers) }
        return HTTPResponse(url: url, status: 200, headers: headers, body: file.body)
    }

    /// The entity tag decides if there is one; the date counts only without it (RFC 9110, section 13.2.2).
    private static func isHeld(_ validators: Validators?, _ headers: HTTPHeaders) -> Bool {
        guard let validators else { return false }
        if let tag = validators.entityTag { return tag == headers["ETag"] }
        return validators.lastModified == headers["Last-Modified"]
    }
}

/// An open regular file, as it was when it was opened.
final class OpenFile: Sendable {
    private let descriptor: Int32
    private let path: String
    let size: Int
    let modified: Date
    /// The inode, the size, and the modification time to the nanosecond, as a strong entity tag.
    let entityTag: String

    /// Opens a file.
    ///
    /// - Throws: `SourceError.notFound` or `.unreadable`, with the path.
    init(_ path: String) throws(SourceError) {
        // A blocking open would wait forever for a pipe without a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { throw .notFound(path) }
            throw .unreadable("\(path) (\(SystemError.last().reason))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw .unreadable(
                "\(path) (\(status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file"))")
        }
        self.descriptor = descriptor
        self.path = path
        size = Int(status.st_size)
        modified = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
        // Not as a single number, which would overflow in the year 2262.
        let changed = "\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
        entityTag = "\"\(status.st_ino)-\(status.st_size)-\(changed)\""
    }

    deinit {
        _ = close(descriptor)
    }

    /// The content, up to the size when the file was opened.
    var body: HTTPBody {
        HTTPBody(count: size) { [self] offset, wanted throws(SourceError) in
            let count = min(wanted, size - offset)
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try PositionalRead.bytes(descriptor, at: offset, count: count)
            } catch {
                throw .unreadable("\(path) (\(error.reason))")
            }
            guard bytes.count >= count else { throw .unreadable("\(path) (it shrank while being read)") }
            return bytes
        }
    }
}
