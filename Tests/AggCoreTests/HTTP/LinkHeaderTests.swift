import AggSource
import Foundation
import Testing

struct LinkHeaderTests {
    @Test(arguments: [
        (#"<https://a.example/p?page=2>; rel="next", <https://a.example/p?page=9>; rel="last""#, "page=2"),
        (#"<https://a.example/p?page=1>; rel="prev", <https://a.example/p?page=3>; rel="next""#, "page=3"),
        (#"<https://a.example/p?page=4>;rel=next"#, "page=4"),
        (#"<https://a.example/p?q=a,b;c&page=5>; title="x"; REL="first next""#, "page=5"),
        (#"</p?page=6>; rel="next""#, "page=6"),
    ])
    func `finds the next page`(header: String, expected: String) throws {
        let next = try #require(response(header).link(to: "next"))
        #expect(next.host == "a.example")
        #expect(next.absoluteString.hasSuffix(expected))
    }

    @Test(arguments: [nil, "", #"<https://a.example/p>; rel="last""#, "<https://a.example", "nonsense, rel=next"])
    func `finds no next page on the last page or in nonsense`(header: String?) throws {
        #expect(try response(header).link(to: "next") == nil)
    }

    private func response(_ header: String?) throws -> HTTPResponse {
        HTTPResponse(
            url: try #require(URL(string: "https://a.example/p")), status: 200,
            headers: header.map { ["Link": $0] } ?? [:])
    }
}
