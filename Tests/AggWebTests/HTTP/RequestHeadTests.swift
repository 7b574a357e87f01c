import Testing

@testable import AggWeb

@Suite struct RequestHeadTests {
    private func fault(_ text: String) -> Int? {
        do throws(WebFault) { _ = try RequestHead(Array(text.utf8)[...]) } catch { return error.status }
        return nil
    }

    @Test func `reads a request`() throws {
        let head = try RequestHead(
            Array(
                "GET /a%20b?q=s%C3%A3o+paulo&x&q=2 HTTP/1.1\r\nHost: h\r\nX-A:  b \r\nCookie: a=1\r\nCookie: b=2".utf8)[
                    ...])
        #expect(head.request.path == "/a b")
        #expect(head.request.query.all("q") == ["são paulo", "2"])
        #expect(head.request.query["x"]?.isEmpty == true)
        #expect(head.request[header: "x-a"] == "b")
        #expect(head.request.cookie("b") == "2")
        #expect(head.request.isKeptAlive)
    }

    @Test(arguments: [
        ("http://a:1/b?q=c", "a:1", "/b?q=c"), ("HTTP://a", "a", "/"), ("http://a?q=c", "a", "/?q=c"),
        ("/b?q=http://c", "h", "/b?q=http://c"),
    ])
    func `the host of a whole URL takes precedence over the header`(url: String, host: String, target: String) throws {
        let head = try RequestHead(Array("GET \(url) HTTP/1.1\r\nHost: h".utf8)[...])
        #expect(head.request[header: "host"] == host && head.request.target == target)
    }

    @Test(arguments: [
        ("GET / HTTP/2.0", 505), ("GET /", 400), ("GET  / HTTP/1.1", 400), ("GET https://x/ HTTP/1.1", 400),
        ("G(T / HTTP/1.1", 400), ("GET /\u{1} HTTP/1.1", 400), ("GET /ä HTTP/1.1", 400),
        ("GET / HTTP/1.1\r\nNo colon", 400), ("GET / HTTP/1.1\r\nA : b", 400), ("GET / HTTP/1.1\r\n folded", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: b", 400),
        ("GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2", 400),
        ("GET / HTTP/1.1\r\nContent-Length: -1", 400), ("GET / HTTP/1.1\r\nContent-Length: 99999999999999999999", 400),
        ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", 501), ("GET / HTTP/1.1\nHost: a", 400),
        ("GET / HTTP/1.1\r\nA: b\nHost: a", 400), ("GET / HTTP/1.1\r\nA: b\rHost: a", 400), ("", 400),
    ])
    func `rejects a malformed or unsupported request`(text: String, status: Int) {
        #expect(fault(text) == status)
    }

    @Test func `rejects too many fields or a URL that is too long`() {
        #expect(fault("GET / HTTP/1.1" + (0...64).map { "\r\nA\($0): b" }.joined()) == 431)
        #expect(fault("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1") == 431)
    }

    @Test(arguments: ["%", "%4", "%zz", "a%C3", "%00", "+&=%26"])
    func `any text is a valid query`(text: String) {
        let values = FormValues(parsing: "q=\(text)")
        #expect(values.values.count >= 1)
        #expect(FormValues(parsing: values.text) == values)
    }
}
