import Foundation

/// The city's two data sets, where this machine has them.
enum PublicData {
    static let folder: URL? = {
        let given = ProcessInfo.processInfo.environment["AGG_REAL_DATA"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
        let folder = (given ?? root.appendingPathComponent("../shared/data")).standardizedFileURL
        let data = folder.appendingPathComponent("nyc-schools")
        return FileManager.default.fileExists(atPath: data.path) ? folder : nil
    }()

    static func bytes(_ path: String) throws -> [UInt8] {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return Array(try Data(contentsOf: folder.appendingPathComponent(path)))
    }
}
