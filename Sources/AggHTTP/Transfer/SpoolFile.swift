import AggFiles
import AggSource

/// A temporary file for the content of one response.
struct SpoolFile: Sendable {
    let file: UnnamedFile

    /// Creates an empty file in the folder for temporary files.
    ///
    /// - Throws: `SourceError.unreadable` with the folder and the system's reason.
    init() throws(SourceError) {
        do { file = try UnnamedFile() } catch {
            throw .unreadable("the response: cannot create a temporary file in \(UnnamedFile.folder) (\(error.reason))")
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: `SourceError.unreadable` with the system's reason, such as a full disk.
    func append(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
        do { try file.append(bytes) } catch {
            throw .unreadable("the response: cannot write to a temporary file (\(error.reason))")
        }
    }

    /// The content as a body that keeps the file open.
    func body(count: Int) -> HTTPBody {
        HTTPBody(count: count) { [file] offset, wanted throws(SourceError) in
            do throws(SystemError) {
                return try PositionalRead.bytes(file.descriptor, at: offset, count: min(wanted, count - offset))
            } catch {
                throw .unreadable("the temporary file for the response (\(error.reason))")
            }
        }
    }
}
