import AggSource
import Foundation
import Testing

@testable import CitiesSource

struct CitiesEndpointTests {
    private let address = "https://cities.example/lists/cities.json"

    @Test func `sends the first request without conditions`() throws {
        let request = try endpoint().request(since: nil)
        #expect(request.url.absoluteString == address)
        #expect(request.validators == nil)
        #expect(request.headers["Accept"]?.contains("application/json") == true)
        #expect(request.credential == nil)
    }

    @Test func `sends the validators of the last response`() throws {
        let state = FetchState(["etag": #"W/"7""#, "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        let validators = try endpoint().request(since: state).validators
        #expect(validators?.entityTag == #"W/"7""#)
        #expect(validators?.lastModified == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test func `a state without validators gives an unconditional request`() throws {
        #expect(try endpoint().request(since: FetchState(["page": "3"])).validators == nil)
    }

    private func endpoint() throws -> CitiesEndpoint {
        CitiesEndpoint(url: try #require(URL(string: address)))
    }
}
