import Foundation
import Testing

@testable import AggFiles

/// Moving a file to an unused name.
struct FileMoveTests {
    private typealias Move = @Sendable (String, String) throws -> Void

    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "agg-move-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// With a hard link, and on a file system without them.
    private static let ways: [Move] = [
        { try FileMove.move($0, toNew: $1) }, { try FileMove.replacePlaceholder($0, $1) },
    ]

    private func path(_ name: String) -> String { folder + "/" + name }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

    @Test(arguments: 0..<2)
    func `moves a file to an unused name`(way: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("mine".utf8).write(to: URL(filePath: path("a")))
        try Self.ways[way](path("a"), path("b"))
        #expect(text("b") == "mine" && text("a") == nil)
    }

    @Test(arguments: 0..<2)
    func `leaves both files alone if the name is in use`(way: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("mine".utf8).write(to: URL(filePath: path("a")))
        try Data("yours".utf8).write(to: URL(filePath: path("b")))
        #expect(throws: SystemError(number: EEXIST)) { try Self.ways[way](path("a"), path("b")) }
        #expect(text("a") == "mine" && text("b") == "yours")
    }

    @Test(arguments: 0..<2)
    func `a missing file leaves nothing behind`(way: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: SystemError(number: ENOENT)) { try Self.ways[way](path("a"), path("b")) }
        #expect(text("b") == nil)
    }
}
