package import Foundation

/// Real documents, which are not part of the package: in `AGG_REAL_DATA`, or else in a folder next to the package.
package enum RealData {
    private static let folder: URL = {
        if let given = ProcessInfo.processInfo.environment["AGG_REAL_DATA"] { return URL(filePath: given) }
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        return root.deletingLastPathComponent().appending(path: "shared/data")
    }()

    /// The file or folder at a path below the data.
    package static func url(_ path: String) -> URL { folder.appending(path: path) }

    /// Whether there is a file or folder at a path.
    package static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }

    /// The sorted paths of all files below a folder; none if it does not exist.
    package static func files(in path: String, endingWith suffixes: [String] = [""]) -> [String] {
        let names = FileManager.default.enumerator(atPath: url(path).path)?.compactMap { $0 as? String }
        return (names ?? []).sorted().filter { name in
            let values = try? url("\(path)/\(name)").resourceValues(forKeys: [.isDirectoryKey])
            return values?.isDirectory == false && suffixes.contains { name.hasSuffix($0) }
        }.map { "\(path)/\($0)" }
    }

    /// The bytes of a file.
    package static func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    /// The text of a file.
    package static func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }
}
