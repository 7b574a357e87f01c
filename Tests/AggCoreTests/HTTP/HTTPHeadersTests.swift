import AggSource
import Foundation
import Testing

@Suite struct HTTPHeadersTests {
    @Test func `finds a field without regard to case`() {
        let headers: HTTPHeaders = ["Content-Type": "text/xml", "ETAG": "\"1\""]
        #expect(headers["content-type"] == "text/xml")
        #expect(headers["ETag"] == "\"1\"")
        #expect(headers["Age"] == nil)
    }

    @Test func `keeps the last of two fields with the same name`() {
        let headers = HTTPHeaders([("Accept", "a"), ("accept", "b")])
        #expect(headers.all.map(\.name) == ["accept"])
        #expect(headers["Accept"] == "b")
    }

    @Test func `returns all fields by name`() {
        var headers: HTTPHeaders = ["B": "2", "A": "1", "C": "3"]
        headers["b"] = nil
        #expect(headers.all.map { "\($0.name)=\($0.value)" } == ["a=1", "c=3"])
        #expect(headers == ["a": "1", "C": "3"])
    }

    @Test func `takes validators from a response, if it has any`() {
        #expect(Validators([:]) == nil)
        #expect(Validators(entityTag: nil, lastModified: nil) == nil)
        #expect(Validators(["ETag": "W/\"1\""])?.entityTag == "W/\"1\"")
        #expect(Validators(["last-modified": "then"])?.lastModified == "then")
    }

    @Test func `merges newer validators into existing ones`() throws {
        let held = try #require(Validators(entityTag: "1", lastModified: "then"))
        let tagged = held.updated(by: Validators(entityTag: "2", lastModified: nil))
        #expect(tagged == Validators(entityTag: "2", lastModified: "then"))
        let dated = held.updated(by: Validators(entityTag: nil, lastModified: "now"))
        #expect(dated == Validators(entityTag: "1", lastModified: "now"))
        #expect(held.updated(by: nil) == held)
    }

    @Test(arguments: [
        Validators(entityTag: "\"1\"", lastModified: nil), Validators(entityTag: nil, lastModified: "then"),
        Validators(entityTag: "\"1\"", lastModified: "then"),
    ])
    func `keeps validators in a fetch state`(validators: Validators?) {
        #expect(FetchState(validators)?.validators == validators)
    }

    @Test func `creates no fetch state without validators`() {
        #expect(FetchState(Validators?.none) == nil)
        #expect(FetchState(["page": "2"]).validators == nil)
    }
}
