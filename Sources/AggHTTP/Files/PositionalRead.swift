import AggCore
import Glibc

/// Reading a piece of an open file by its offset, which leaves no position behind: pieces can be read side by side.
enum PositionalRead {
    /// Reads up to `count` bytes; fewer only at the end of the file.
    ///
    /// - Throws: `SourceError.unreadable` with the text that `name` makes of the system's reason.
    static func bytes(
        _ descriptor: Int32, at offset: Int, count: Int, naming name: (String) -> String
    ) throws(SourceError) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
                if read > 0 {
                    filled += read
                } else if read == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        if let failure { throw .unreadable(name(String(cString: strerror(failure)))) }
        return bytes
    }
}
