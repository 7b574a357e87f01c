import AggSource
import AggTesting
import Foundation
import TestSupport
import Testing

struct BrokenAnswerTests {
    /// What a server does and the expected error; ORIGIN stands for its host and port.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let answer: RawAnswer
        let error: SourceError
    }

    private static let half = [UInt8](repeating: 120, count: 1_258_292)

    @Test(arguments: [
        Case(
            testDescription: "closed in the middle of the content",
            answer: [.head(200, "Content-Length: 19922944"), .send(half)],
            error: .invalidData("in the response: the connection closed after 1.2 MB of 19.9 MB")),
        Case(
            testDescription: "reset in the middle of the content",
            answer: [.head(200, "Content-Length: 1024"), .text("hello"), .pause(.milliseconds(300)), .reset],
            error: .invalidData("in the response: the connection closed after 5 B of 1 kB")),
        Case(
            testDescription: "closed in the middle of a chunk",
            answer: [.head(200, "Transfer-Encoding: chunked"), .text("a\r\nhello")],
            error: .invalidData("in the response: the connection closed after 5 B")),
        Case(
            testDescription: "closed before the last chunk",
            answer: [.head(200, "Transfer-Encoding: chunked"), .text("5\r\nhello\r\n")],
            error: .invalidData("in the response: the connection closed after 5 B")),
        Case(
            testDescription: "closed before any content",
            answer: [.head(200, "Content-Length: 5")],
            error: .invalidData("in the response: the connection closed after 0 B of 5 B")),
        Case(
            testDescription: "closed in the middle of compressed content",
            answer: [
                .head(200, "Content-Encoding: gzip", "Content-Length: 500"),
                .send(Array(Gzip.wrap(Array("hello".utf8)).prefix(20))),
            ],
            error: .invalidData("in the response: the connection closed after 5 B")),
        Case(
            testDescription: "compressed content that the server cut off",
            answer: [
                .head(200, "Content-Encoding: gzip", "Content-Length: 20"),
                .send(Array(Gzip.wrap(Array("hello".utf8)).prefix(20))),
            ],
            error: .invalidData("in the response: the compressed data is cut off after 5 B")),
        Case(
            testDescription: "compressed content that ends with the connection, but is cut off",
            answer: [
                .head(200, "Content-Encoding: gzip"), .send(Array(Gzip.wrap(Array("hello".utf8)).dropLast(1))),
            ],
            error: .invalidData("in the response: the compressed data is cut off after 5 B")),
        Case(
            testDescription: "content in an encoding that was not requested",
            answer: [.head(200, "Content-Encoding: br", "Content-Length: 5"), .text("hello")],
            error: .invalidData("in the response: it has the encoding “br”, which agg did not ask for")),
        Case(
            testDescription: "uncompressed content labeled as compressed",
            answer: [.head(200, "Content-Encoding: gzip", "Content-Length: 26"), .text("this is no gzip whatsoever")],
            error: .invalidData("in the response: corrupt compressed data after 0 B")),
        Case(
            testDescription: "compressed content with a wrong checksum",
            answer: [
                .head(200, "Content-Encoding: gzip", "Content-Length: 28"),
                .send(Array(Gzip.wrap(Array("hello".utf8)).dropLast(8)) + [0, 0, 0, 0, 5, 0, 0, 0]),
            ],
            error: .invalidData("in the response: corrupt compressed data after 5 B")),
        Case(
            testDescription: "closed in the middle of the header",
            answer: [.text("HTTP/1.1 200 OK\r\nContent-Ty")],
            error: .invalidData("in the response: the connection closed before the end of the header")),
        Case(
            testDescription: "closed between two lines of the header",
            answer: [.text("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")],
            error: .invalidData("in the response: the connection closed before the end of the header")),
        Case(
            testDescription: "reset in the middle of the header",
            answer: [.text("HTTP/1.1 200 OK\r\nContent-Ty"), .pause(.milliseconds(100)), .reset],
            error: .offline("ORIGIN closed the connection without a response")),
        Case(
            testDescription: "only an interim response",
            answer: [.head(103, "Link: </a>")],
            error: .offline("ORIGIN closed the connection without a response")),
        Case(
            testDescription: "a field that is too large",
            answer: [.head(200, "X-Field: " + String(repeating: "v", count: 200_000)), .text("hello")],
            error: .invalidData("in the response: the header fields are too large")),
        Case(
            testDescription: "too many fields",
            answer: [.head(of: 40_000), .text("hello")],
            error: .invalidData("in the response: the header fields are too large")),
        Case(
            testDescription: "closed without a response",
            answer: [],
            error: .offline("ORIGIN closed the connection without a response")),
        Case(
            testDescription: "reset without a response",
            answer: [.reset],
            error: .offline("ORIGIN closed the connection without a response")),
    ])
    func `reports a truncated or corrupt response in one sentence`(_ example: Case) async throws {
        let server = try RawLoopbackServer.start(example.answer)
        let failure = await testClient().failure(server.url("/rows?token=s3cret"))
        let origin = "127.0.0.1:\(server.port)"
        #expect(failure?.reason() == example.error.reason().replacing("ORIGIN", with: origin))
        #expect(failure?.code == example.error.code)
        #expect(failure?.reason().contains("s3cret") == false)
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n", "\r\n\r\n", "HTTP/9.9 what\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nabc", "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: klingon\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc",
    ])
    func `malformed HTTP gives a response or an error, never a crash`(_ answer: String) async throws {
        let server = try RawLoopbackServer.start(.text(answer))
        do {
            _ = try await testClient().get(server.url())
        } catch {
            #expect(["invalid_data", "offline"].contains(error.code))
        }
    }

    @Test func `reads 20,000 header fields`() async throws {
        let server = try RawLoopbackServer.start([.head(of: 20_000), .text("hello")])
        let answer = try await testClient().get(server.url())
        #expect(try answer.text == "hello")
        #expect(answer.headers["F19999"] == "v")
    }

    @Test func `cuts content off at its announced length`() async throws {
        let server = try RawLoopbackServer.start([.head(200, "Content-Length: 5"), .text("hello and more")])
        #expect(try await testClient().get(server.url()).text == "hello")
    }

    @Test func `names a port on which nothing listens`() async throws {
        let server = try RawLoopbackServer.start([.hang])
        server.stop()
        let url = server.url()
        #expect(await testClient().failure(url) == .offline("cannot connect to 127.0.0.1:\(server.port)"))
    }

    @Test func `names a host that cannot be resolved`() async throws {
        let url = try #require(URL(string: "http://agg.invalid/rows"))
        #expect(await testClient().failure(url) == .offline("cannot resolve agg.invalid"))
    }

    @Test func `rejects an insecure connection for https`() async throws {
        let server = try RawLoopbackServer.start(.text("HTTP/1.1 400 Bad Request\r\n\r\n"))
        guard case .refused(let words) = await testClient().failure(server.url(scheme: "https")) else {
            Issue.record("it was not refused")
            return
        }
        #expect(words.hasPrefix("cannot make a secure connection to 127.0.0.1:\(server.port): "))
    }
}

extension RawAnswer.Step {
    /// Returns a header with `count` fields.
    fileprivate static func head(of count: Int) -> RawAnswer.Step {
        .text("HTTP/1.1 200 OK\r\n" + (0..<count).map { "F\($0): v\r\n" }.joined() + "\r\n")
    }
}
