import Foundation
import Synchronization
import Testing

/// Lines of a page that the code generates: a fenced block after a comment such as `<!-- folders -->`.
///
/// `AGG_UPDATE_GOLDEN=1` writes them.
struct GeneratedBlock {
    let page: String
    let name: String

    /// Prevents two blocks from being written at once.
    private static let turn = Mutex(())

    func check(_ lines: [String]) throws {
        try Self.turn.withLock { _ in try compare(lines) }
    }

    private func compare(_ lines: [String]) throws {
        let text = PackageTree.text(page)
        let comment = try #require(text.range(of: "<!-- \(name) -->\n\n```"))
        let start = try #require(text.range(of: "\n", range: comment.upperBound..<text.endIndex)).upperBound
        let end = try #require(text.range(of: "```\n", range: start..<text.endIndex)).lowerBound
        let block = lines.map { $0 + "\n" }.joined()
        if ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] != nil {
            try text.replacingCharacters(in: start..<end, with: block)
                .write(to: PackageTree.root.appending(path: page), atomically: true, encoding: .utf8)
        } else {
            let shown = String(text[start..<end])
            #expect(shown == block, "AGG_UPDATE_GOLDEN=1 swift test --filter ArchitectureTests writes \(page)")
        }
    }
}
