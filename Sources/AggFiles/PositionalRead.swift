import Foundation

/// Reading a piece of an open file by its offset, which leaves no position behind: pieces can be read side by side.
package enum PositionalRead {
    /// Reads up to `count` bytes; fewer only at the end of the file.
    ///
    /// - Throws: `SystemError` when the file cannot be read.
    package static func bytes(_ descriptor: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        guard count > 0 else { return [] }
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try fill(UnsafeMutableRawBufferPointer(buffer), descriptor, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills memory with bytes of the file.
    ///
    /// - Returns: How many bytes were read; fewer than there is room for only at the end of the file.
    /// - Throws: `SystemError` when the file cannot be read.
    package static func fill(
        _ memory: UnsafeMutableRawBufferPointer, _ descriptor: Int32, at offset: Int
    ) throws(SystemError) -> Int {
        var filled = 0
        while filled < memory.count {
            let count = pread(
                descriptor, memory.baseAddress.map { $0 + filled }, memory.count - filled, off_t(offset + filled))
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                throw .last()
            }
        }
        return filled
    }
}
