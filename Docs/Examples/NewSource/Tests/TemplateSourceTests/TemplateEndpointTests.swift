import AggSource
import Foundation
import Testing

@testable import TemplateSource

struct TemplateEndpointTests {
    @Test func `sends no validators at first, and then those of the last response`() throws {
        let url = try #require(URL(string: "https://template.example/list.json"))
        let endpoint = TemplateEndpoint(url: url)
        #expect(endpoint.request(since: nil).url == url)
        #expect(endpoint.request(since: nil).validators == nil)
        #expect(endpoint.request(since: FetchState(["etag": #""7""#])).validators?.entityTag == #""7""#)
    }
}
