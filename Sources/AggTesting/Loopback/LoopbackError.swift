import Foundation

/// Why a loopback server could not be started.
public struct LoopbackError: Error, Hashable, CustomStringConvertible {
    /// The reason, a sentence.
    public let description: String
}

extension URL {
    /// The address of a path on 127.0.0.1.
    static func loopback(scheme: String = "http", port: UInt16, path: String, address: String = "127.0.0.1") -> URL {
        URL(string: "\(scheme)://\(address):\(port)\(path)") ?? URL(filePath: "/dev/null")
    }
}
