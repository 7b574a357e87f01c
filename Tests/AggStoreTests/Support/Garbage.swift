import Foundation
import TestSupport

/// Overwrites pages of a database with random bytes, the same ones for each seed.
enum Garbage {
    /// The size of a page in bytes.
    static let pageSize = 4_096

    /// Overwrites a page; the first page is 1.
    static func write(over page: Int, of path: String, seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed &+ UInt64(page))
        var bytes = try Data(contentsOf: URL(filePath: path))
        let start = (page - 1) * pageSize
        let noise = (0..<pageSize).map { _ in UInt8.random(in: 0...255, using: &numbers) }
        bytes.replaceSubrange(start..<min(start + pageSize, bytes.count), with: noise)
        try bytes.write(to: URL(filePath: path))
    }

    /// Returns the number of pages in a file.
    static func pages(of path: String) throws -> Int {
        (try Data(contentsOf: URL(filePath: path)).count + pageSize - 1) / pageSize
    }
}
