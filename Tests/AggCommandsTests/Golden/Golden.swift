import Foundation
import Testing

/// A file in the repository with the expected text; `AGG_UPDATE_GOLDEN=1` rewrites it instead of comparing.
struct Golden {
    private let url: URL

    /// Creates a golden file from its path relative to the root of the package.
    init(_ path: String, file: String = #filePath) {
        let tests = URL(filePath: file).deletingLastPathComponent().deletingLastPathComponent()
        url = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
    }

    /// Compares a text with the file, or writes the file.
    func expect(_ text: String, location: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["AGG_UPDATE_GOLDEN"] == "1" {
            try text.write(to: url, atomically: true, encoding: .utf8)
            return
        }
        let held = try String(contentsOf: url, encoding: .utf8)
        let (found, expected) = (text.split(separator: "\n"), held.split(separator: "\n"))
        let line = zip(found, expected).enumerated().first { $1.0 != $1.1 }
        let difference =
            line.map { "line \($0 + 1) is \($1.0), not \($1.1)" } ?? "\(found.count) lines, not \(expected.count)"
        let isSame = text == held
        #expect(
            isSame, "\(url.lastPathComponent): \(difference); AGG_UPDATE_GOLDEN=1 rewrites it",
            sourceLocation: location)
    }
}
