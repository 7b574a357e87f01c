import AggSource
import Foundation
import Testing

@testable import TemplateSource

struct TemplateEndpointTests {
    @Test func `asks without conditions at first, and with the validators of the last answer then`() throws {
        let url = try #require(URL(string: "https://template.example/list.json"))
        let endpoint = TemplateEndpoint(url: url)
        #expect(endpoint.request(since: nil).url == url)
        #expect(endpoint.request(since: nil).validators == nil)
        #expect(endpoint.request(since: FetchState(["etag": #""7""#])).validators?.entityTag == #""7""#)
    }
}
