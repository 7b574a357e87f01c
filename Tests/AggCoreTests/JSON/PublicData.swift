import Foundation

/// The answers of public interfaces, kept beside the project where they are at hand.
enum PublicData {
    static let folder: URL = {
        if let given = ProcessInfo.processInfo.environment["AGG_REAL_DATA"] { return URL(fileURLWithPath: given) }
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().appendingPathComponent("shared/data")
    }()

    static func has(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appendingPathComponent(path)))
    }
}
