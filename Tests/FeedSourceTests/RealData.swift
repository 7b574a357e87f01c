import Foundation

/// Real documents, which are no part of the package: `AGG_REAL_DATA`, else a folder beside the package.
enum RealData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["AGG_REAL_DATA"] { return URL(filePath: path) }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared/data")
    }()

    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.appending(path: "feed").path) }

    /// The paths of all files below a folder, ordered, relative to the data.
    static func files(in path: String, endingWith suffixes: [String] = [""]) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder.appending(path: path).path)?.compactMap {
            $0 as? String
        }
        return (names ?? []).sorted().filter { name in
            let isFolder = (try? folder.appending(path: "\(path)/\(name)").resourceValues(forKeys: [.isDirectoryKey]))?
                .isDirectory
            return isFolder == false && suffixes.contains { name.hasSuffix($0) }
        }.map { "\(path)/\($0)" }
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: path)))
    }
}
