import AggSource
import Foundation
import TestSupport
import Testing

@testable import TableSource

struct GzipTests {
    /// Sixty rows, compressed with dynamic Huffman codes.
    private static let dynamic = """
        H4sIAAAAAAACA13Uu01DQRRF0dxVvAIccH/Y7oMGjHgIhGyQBf0Tr4l3NEt3zufb8X697Yen48tj37f73+11f2xP2/f79vuxbz/X\
        x9chaEFLWtKKVrSmNW1oQ3umPdNOtBPtTDvTLrSLbxcmFpmFRpsQJ9QJeUKfECgUColCoxApVAqZQqcQKpQKqUKr1Cq1Sq1yuaPl\
        kLRKrVKr1Cq1Sq1Sq9QqtUqtUqvUKrVKrVKr0qq0Kq1Kq9Kqll+3fDutSqvSqrQqrUqr0qq0Kq1Kq9KqtCqtWqvWqrVqrVqr1qq1\
        6mWjlpHSqrVqrVqr1qq1aq1aq9aqtWqtRqvRarQarUar0Wq0Gq1Gq1kWfZl0rUar0Wq0Gq1Gq9FqtBqt/gH7JkF2/AYAAA==
        """

    private static func inflated(_ bytes: [UInt8]) throws -> String {
        var pieces = try TextPieces(HTTPBody(bytes), nil)
        var text: [UInt8] = []
        while let piece = try pieces.next() { text += piece }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(_ base64: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: base64))) }

    @Test func `inflates every kind of block, and several members in sequence`() throws {
        let rows = (0..<60).map { "\($0),Tree number \($0) of the park\n" }.joined()
        #expect(try Self.inflated(Self.bytes(Self.dynamic)) == "id,name\n" + rows)
        #expect(try Self.inflated(Gzip.wrap(Array("stored".utf8))) == "stored")
        let fixed = try Self.bytes("H4sIAAAAAAACA8tM0clLzE3lMtTxT8zmAgAOzjiqDgAAAA==")
        #expect(try Self.inflated(fixed + fixed) == "id,name\n1,Oak\nid,name\n1,Oak\n")
    }

    @Test func `rejects data truncated or changed at any position`() throws {
        let whole = try Self.bytes(Self.dynamic)
        for count in 3..<whole.count {
            #expect(throws: SourceError.self) { try Self.inflated(Array(whole.prefix(count))) }
        }
        let right = try Self.inflated(whole)
        for index in stride(from: 10, to: whole.count, by: 3) {
            var changed = whole
            changed[index] ^= 0x10
            // The last bits before the checksum have no meaning.
            let text = try? Self.inflated(changed)
            #expect(text == nil || text == right)
        }
    }

    @Test func `reads a compressed table like an uncompressed one`() async throws {
        let found = try await finding(in: Self.bytes(Self.dynamic))
        #expect(found.survey.rows == 60 && found.settings.roles.key == ["id"] && found.settings.roles.title == ["name"])
    }
}
