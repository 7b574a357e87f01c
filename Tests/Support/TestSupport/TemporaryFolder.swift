import Foundation

/// A temporary folder for one test, removed with the value.
package final class TemporaryFolder: Sendable {
    /// The path of the folder.
    package let path: String

    /// Creates the folder.
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
