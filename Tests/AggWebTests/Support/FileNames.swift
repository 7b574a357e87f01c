import Foundation

enum FileNames {
    /// Whether any of some files exists.
    static func exist(_ paths: String...) -> Bool { paths.contains { FileManager.default.fileExists(atPath: $0) } }
}
