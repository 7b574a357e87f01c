import Foundation

extension HTTPResponse {
    /// A digest of the address that answered and of what it answered: two answers with the same digest are the same, but for
    /// a chance of 1 in 2^64.
    ///
    /// A server that gives no validators is recognised by it; what it says again need not be read again.
    ///
    /// - Returns: 16 hexadecimal digits, the same in every run.
    /// - Throws: `SourceError.unreadable` when the body cannot be read.
    public func digest() throws(SourceError) -> String {
        var hash = StableHash()
        for byte in url.absoluteString.utf8 { hash.add(UInt64(byte)) }
        var offset = 0
        while true {
            let piece = try body.read(at: offset)
            if piece.isEmpty { return hash.text }
            hash.add(piece)
            offset += piece.count
        }
    }
}
