import AggSource
import AggTesting
import Foundation
import Testing

@testable import CKANSource

struct CKANDiscoveryTests {
    @Test func `describes a table and the column that identifies its rows`() async throws {
        let discovery = try await CKANSource.discover("data.example.org/r1", SourceServices(http: Portal()))
        #expect(discovery.id == "trees")
        #expect(
            discovery.values == [
                "endpoint": "https://data.example.org", "resource": "r1", "key": "code", "title": "city_name",
                "columns": "code, city_name, size:decimal",
            ])
        #expect(
            discovery.findings == [
                "Trees (data.example.org)", "25 rows", "3 columns: code, city_name, size",
                "inferred from the columns: title city_name, key code", "code is unique in all 25 rows",
            ])
    }

    @Test func `ends if cancelled while requesting the metadata, but not if that fails`() async throws {
        struct Failing: HTTPClient {
            let error: SourceError
            func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
                if request.url.lastPathComponent == "resource_show" { throw error }
                return try await Portal().send(request, progress: progress)
            }
        }
        await #expect(throws: SourceError.cancelled) {
            try await CKANSource.discover("data.example.org/r1", SourceServices(http: Failing(error: .cancelled)))
        }
        let services = SourceServices(http: Failing(error: .timedOut("x")))
        #expect(try await CKANSource.discover("data.example.org/r1", services).id == "data-set")
    }

    @Test func `counts the rows of a table that has more than the portal first reports`() async throws {
        var portal = Portal()
        portal.firstTotal = 0
        let discovery = try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        #expect(discovery.findings[1] == "25 rows")
        #expect(discovery.findings.last == "code is unique in all 25 rows")
    }

    @Test func `reports that rows are identified only by their content`() async throws {
        var portal = Portal()
        portal.rows = (1...4).map { #"{"_id":\#($0),"code":"C\#($0 % 2)","City Name":"\#($0 / 2)","size":\#($0 % 3)}"# }
        let discovery = try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        #expect(discovery.values["key"] == CKANMapper.contentKey)
        #expect(discovery.findings.last?.hasPrefix("no column identifies the rows") == true)
        #expect(Set(try await fetch(portal, discovery.values).keys).count == 4)
    }

    @Test func `rejects a key that repeats and a missing column`() async throws {
        let services = SourceServices(http: Portal())
        await #expect(
            throws: SourceError.refused(
                "“city_name” is not unique: it has repeated values in 20 of 25 rows; use key:code")
        ) { try await CKANSource.discover("data.example.org/r1 key:city_name", services) }
        await #expect(throws: SourceError.self) {
            try await CKANSource.discover("data.example.org/r1 title:cty", services)
        }
    }

    @Test(arguments: ["/api/action", "/data/api/3/action"])
    func `finds the actions of a portal at another path`(actions: String) async throws {
        var portal = Portal()
        portal.actions = actions
        let text =
            actions.hasPrefix("/data")
            ? "data.example.org/data/1f1cbd08-b8a9-4e3c-9c64-6f5f31a0a6ce" : "data.example.org/r1"
        let discovery = try await CKANSource.discover(text, SourceServices(http: portal))
        #expect(try await fetch(portal, discovery.values).records.count == 25)
    }

    @Test func `refers a resource without a datastore to its file`() async throws {
        var portal = Portal()
        portal.failure = .noDatastore
        let discovery = try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        #expect(
            discovery.referral
                == Discovery.Referral(kind: "table", address: "https://data.example.org/files/trees.csv"))
        #expect(discovery.findings[0].contains("is not in the datastore, so agg reads the CSV file directly"))
        portal.resource = portal.resource.replacing(#""datastore_active":false"#, with: #""datastore_active":true"#)
        let failed = try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        #expect(
            failed.findings[0].contains("cannot be read from the datastore (HTTP 404: Not found: Resource), so agg"))
        portal.resource = #"{"id":"r1","name":"Plan","format":"PDF","url":"https://x.example/plan.pdf"}"#
        await #expect(
            throws: SourceError.refused("“Plan” has no readable rows, only this PDF file: https://x.example/plan.pdf")
        ) { try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal)) }
    }

    @Test func `says why a resource cannot be read at the given URL, whatever other URLs it tried`() async throws {
        var portal = Portal()
        portal.failure = .noDatastore
        await #expect(
            throws: SourceError.refused("cannot read “r9” at https://data.example.org: HTTP 404: Not found: Resource")
        ) { try await CKANSource.discover("data.example.org/r9", SourceServices(http: NoResource(portal: portal))) }
    }

    @Test func `does not replace a table by its file because the portal fails for now`() async throws {
        var portal = Portal()
        portal.failure = .broken
        let error = await #expect(throws: SourceError.self) {
            try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        }
        #expect(error?.reason().contains("maintenance") == true)
    }

    @Test func `lists the resources of a data set, and reports a portal that returns a web page`() async throws {
        var portal = Portal()
        await #expect(
            throws: SourceError.refused(
                "this is a data set; add one of its resources, such as data.example.org/r1; "
                    + "the resources are r1 Trees (csv), r2 Map (pdf)"
            )
        ) { try await CKANSource.discover("https://data.example.org/dataset/trees", SourceServices(http: portal)) }
        portal.others = ""
        let only = try await CKANSource.discover("https://data.example.org/dataset/trees", SourceServices(http: portal))
        #expect(only.values["resource"] == "r1")
        portal.failure = .page
        await #expect(throws: SourceError.unauthorized("the portal returned a web page")) {
            try await CKANSource.discover("data.example.org/r1", SourceServices(http: portal))
        }
    }

    @Test func `keeps the contract of a source`() async {
        await verifyContract(
            of: CKANSource.self,
            ContractFixture(
                values: [
                    "endpoint": "https://data.example.org", "resource": "r1", "key": "id",
                    "columns": "id:integer, name",
                ],
                answers: page(#"{"_id":1,"id":1,"name":"a"},{"_id":2,"name":"b"},{"_id":3,"id":3}"#),
                records: 2,
                skipped: 1,
                changed: page(#"{"_id":1,"id":1,"name":"c"}"#),
                empty: page(""),
                wrongShape: ContractAnswers(#"{"success":false,"error":"Gone"}"#),
                wrongItems: page(#"{"_id":1,"name":"x"},7"#),
                isConditional: false))
    }

    private func page(_ rows: String) -> ContractAnswers {
        ContractAnswers { request in
            let isFirst = request.url.query?.contains("offset=0&") == true
            let text =
                #"{"success":true,"result":{"fields":[{"id":"_id","type":"int"},{"id":"id","type":"int"},"#
                + #"{"id":"name","type":"text"}],"records":[\#(isFirst ? rows : "")]}}"#
            return HTTPResponse(url: request.url, status: 200, body: HTTPBody(Array(text.utf8)))
        }
    }
}

/// A portal that does not know a resource.
private struct NoResource: HTTPClient {
    let portal: Portal

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        if request.url.lastPathComponent == "resource_show" {
            return HTTPResponse(url: request.url, status: 404, body: HTTPBody(Array("{}".utf8)))
        }
        return try await portal.send(request, progress: progress)
    }
}
