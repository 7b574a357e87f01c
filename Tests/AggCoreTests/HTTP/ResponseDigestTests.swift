import AggSource
import Foundation
import Testing

struct ResponseDigestTests {
    private func digest(_ bytes: [UInt8], from address: String = "https://example.org/list") throws -> String {
        try HTTPResponse(url: #require(URL(string: address)), status: 200, body: HTTPBody(bytes)).digest()
    }

    @Test func `is the same for the same response in every run`() throws {
        #expect(try digest(Array("hello, world".utf8)) == "91b06f534d932801")
    }

    @Test func `differs if any bit of the body differs`() throws {
        let body = [UInt8](repeating: 7, count: 100)
        var digests: Set = [try digest(body)]
        for bit in 0..<800 {
            var other = body
            other[bit / 8] ^= 1 << (bit % 8)
            digests.insert(try digest(other))
        }
        #expect(digests.count == 801)
    }

    @Test func `differs if two words of the body swap places or one repeats`() throws {
        let words = ["aaaaaaaa", "bbbbbbbb", "aaaaaaaabbbbbbbb", "bbbbbbbbaaaaaaaa", "aaaaaaaaaaaaaaaa", "aaaaaaa", ""]
        #expect(Set(try words.map { try digest(Array($0.utf8)) }).count == words.count)
    }

    @Test func `differs for the same body from another URL, to which its links may be relative`() throws {
        #expect(try digest([1], from: "https://example.org/a") != digest([1], from: "https://example.org/b"))
    }

    @Test func `covers a body of many pieces to its end`() throws {
        var body = [UInt8](repeating: 1, count: 300_000)
        let digest = try digest(body)
        body[299_999] = 2
        #expect(try self.digest(body) != digest)
    }
}
