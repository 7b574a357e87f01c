import AggSource
import Foundation
import Socrata
import Testing

struct SocrataPortalTests {
    private func portal(_ address: String, token: String = SocrataPortal.standardTokenVariable) throws -> SocrataPortal
    {
        SocrataPortal(endpoint: try #require(URL(string: address)), tokenVariable: token)
    }

    @Test(arguments: [
        ("https://data.example.org", "https://data.example.org/api/views/abcd-1234.json"),
        ("https://data.example.org/", "https://data.example.org/api/views/abcd-1234.json"),
        ("http://127.0.0.1:8080/portal", "http://127.0.0.1:8080/portal/api/views/abcd-1234.json"),
    ])
    func `finds the metadata below the portal's URL`(address: String, expected: String) throws {
        #expect(try portal(address).view(of: "abcd-1234")?.absoluteString == expected)
    }

    @Test(arguments: [
        ("file:///data/rows.json", "file:///data/rows.json"),
        ("file:///data/", "file:///data/abcd-1234.json"),
        ("file:///data", "file:///data/abcd-1234.json"),
        ("file:///data.d/", "file:///data.d/abcd-1234.json"),
    ])
    func `reads a file, or the data set's file in a folder`(address: String, expected: String) throws {
        let portal = try portal(address)
        #expect(portal.rows(of: "abcd-1234", SocrataQuery(page: .init(limit: 1))).absoluteString == expected)
        #expect(portal.view(of: "abcd-1234") == nil)
    }

    @Test(arguments: [
        ([:], nil), (["SODA_APP_TOKEN": ""], nil), (["SODA_APP_TOKEN": " \n"], nil),
        (["SODA_APP_TOKEN": "secret"], "secret"), (["SODA_APP_TOKEN": " secret\n"], "secret"),
        (["OTHER": "secret"], nil),
    ])
    func `sends the application token from the environment`(environment: [String: String], expected: String?) throws {
        let portal = try portal("https://data.example.org")
        let request = portal.request(portal.endpoint, environment: environment)
        #expect(request.credential == expected.map { Credential(header: "X-App-Token", value: $0) })
    }

    @Test func `reads the token from the configured variable`() throws {
        let portal = try portal("https://data.example.org", token: "CITY_TOKEN")
        let request = portal.request(portal.endpoint, environment: ["CITY_TOKEN": "a", "SODA_APP_TOKEN": "b"])
        #expect(request.credential?.value == "a")
    }

    @Test func `sends no token with a file URL`() throws {
        let portal = try portal("file:///data/rows.json")
        #expect(portal.request(portal.endpoint, environment: ["SODA_APP_TOKEN": "secret"]).credential == nil)
    }

    @Test(arguments: [202, 429, 500, 502, 503, 504])
    func `retries while the portal is preparing, busy, or broken`(status: Int) throws {
        let portal = try portal("https://data.example.org")
        #expect(portal.request(portal.endpoint).retry.statuses.contains(status))
    }

    @Test(arguments: [200, 304, 400, 401, 403, 404])
    func `does not retry any other status`(status: Int) throws {
        let portal = try portal("https://data.example.org")
        #expect(!portal.request(portal.endpoint).retry.statuses.contains(status))
    }

    @Test(arguments: [
        ("4ijn-s7e5", "4ijn-s7e5"), ("ERM2-NWE9", "erm2-nwe9"), ("4ijn_s7e5", nil), ("4ijn-s7e", nil), ("", nil),
        ("4ijn-s7e5-", nil), ("4ijñ-s7e", nil), ("songs", nil),
    ])
    func `recognizes the id of a data set`(text: String, expected: String?) {
        #expect(SocrataDataSetID(text)?.description == expected)
    }
}
