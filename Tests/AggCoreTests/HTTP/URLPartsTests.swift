import AggSource
import Foundation
import Testing

@Suite struct URLPartsTests {
    @Test(arguments: [
        ("https://a.example/x", "https://A.example:443/y?z", true), ("http://a.example", "http://a.example:80/", true),
        ("https://a.example", "http://a.example", false), ("https://a.example", "https://b.example", false),
        ("https://a.example", "https://a.example:8443", false), ("file:///x", "file:///x", false),
    ])
    func `compares origins by scheme, host, and port`(one: String, two: String, expected: Bool) throws {
        let (one, two) = (try #require(URL(string: one)), try #require(URL(string: two)))
        #expect(one.hasOrigin(of: two) == expected)
        #expect(two.hasOrigin(of: one) == expected)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.8.9.10", true), ("127.1", true),
        ("::1", true), ("[::1]", true), ("127.example.org", false), ("127.0.0.1.example.org", false), ("127", false),
        ("127.0.0.256", false), ("127.0.0.1.", false), ("128.0.0.1", false), ("localhost.example.org", false),
        ("", false),
    ])
    func `a host is this machine only if its whole name says so`(host: String, expected: Bool) {
        #expect(host.isLoopbackHost == expected)
    }

    @Test func `encodes all characters except the unreserved ones`() {
        #expect("aZ09-._~".percentEncoded == "aZ09-._~")
        #expect("a+b &é\t%".percentEncoded == "a%2Bb%20%26%C3%A9%09%25")
    }
}
