import AggSource
import Foundation
import TestSupport
import Testing

/// The public collection of JSON texts that parsers disagree about, if available.
struct JSONTestSuiteTests {
    private static let folder = RealData.url("hostile/JSONTestSuite/test_parsing")

    private static let names: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.filter { $0.hasSuffix(".json") }.sorted()
        ?? []

    @Test(.enabled(if: !names.isEmpty, "the collection is missing"))
    func `accepts every valid text and rejects every invalid one`() throws {
        for name in Self.names {
            let bytes = try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(name)))
            let result = Result { try JSONValue(parsing: bytes) }
            switch (name.prefix(2), result) {
            case ("y_", .failure(let error)): Issue.record("\(name) is refused: \(error)")
            case ("n_", .success(let value)): Issue.record("\(name) is read as \(value)")
            default: break
            }
        }
    }

    @Test(.enabled(if: !names.isEmpty, "the collection is missing"))
    func `reads pieces like the whole text`() throws {
        for name in Self.names {
            let bytes = try [UInt8](Data(contentsOf: Self.folder.appendingPathComponent(name)))
            guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { continue }
            let whole = try? JSONValue(parsing: bytes).arrayValue
            let items = try? read(bytes, piece: 3).items
            // Inside a list, the reader allows one level more than in a whole text.
            if items != whole {
                Issue.record("\(name): \(String(describing: items)), not \(String(describing: whole))")
            }
        }
    }
}
