import Foundation

/// A folder of a test's own, removed with the value.
package final class TemporaryFolder: Sendable {
    /// The path of the folder.
    package let path: String

    /// Makes the folder.
    package init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "agg-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String {
        path + "/" + name
    }
}
