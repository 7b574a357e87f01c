import Foundation

/// Recorded answers of the real API, which are no part of the package: `AGG_REAL_DATA`, else a folder beside the package.
enum RealData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["AGG_REAL_DATA"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/data")
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "github").path) }

    static func files(in path: String) -> [URL] {
        let folder = folder.appending(path: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }
    }
}
