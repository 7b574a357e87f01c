import AggCore
import AggSource
import CitiesSource
import Foundation
import Testing

struct CitiesSourceTests {
    @Test func `is built in with the public list`() throws {
        let registry = try SourceRegistry(kinds: [CitiesSource.self])
        let source = try #require(registry.instances.first)
        #expect(source.id.description == "cities")
        #expect(source.address?.hasPrefix("https://gist.githubusercontent.com/") == true)
        #expect(source.address?.hasSuffix("/cities.json") == true)
    }

    @Test func `uses the ages from the configuration`() throws {
        let policy = try source(["fresh_for": .duration(.seconds(60)), "keep_for": .duration(.seconds(600))]).policy
        #expect(policy.freshFor == .seconds(60))
        #expect(policy.keepFor == .seconds(600))
    }

    @Test(arguments: ["https://a.example/c.json", "http://127.0.0.1:8080/c.json", "file:///data/cities.json"])
    func `accepts every kind of URL`(address: String) throws {
        let registry = try SourceRegistry(kinds: [CitiesSource.self], entries: [entry("url", address)])
        #expect(registry.instances.first?.address == address)
    }

    @Test(arguments: [
        ("url", "ftp://a.example/c.json", "is not a valid value for url; expected an http"),
        ("url", "cities.json", "is not a valid value for url; expected an http"),
        ("uri", "https://a.example", "unknown key “uri”"),
    ])
    func `rejects an unsupported URL and an unknown key`(
        key: String, value: String, message: String
    ) {
        #expect {
            try SourceRegistry(kinds: [CitiesSource.self], entries: [entry(key, value)])
        } throws: { error in
            (error as? ConfigurationFaults)?.faults.map(\.message).contains { $0.contains(message) } ?? false
        }
    }

    @Test func `rejects a configuration without a URL`() throws {
        let id = try #require(SourceID("towns"))
        #expect(throws: ConfigurationFaults([ConfigurationFault("the source “towns” needs a url")])) {
            try CitiesSource(SourceConfiguration(id: id, kind: CitiesSource.kind))
        }
    }

    @Test func `cannot be added by URL`() async throws {
        let services = SourceServices(http: NoClient())
        await #expect(throws: SourceError.self) {
            try await CitiesSource.discover("https://a.example/cities.json", services)
        }
    }

    private func entry(_ key: String, _ value: String) -> SourceEntry {
        SourceEntry(builtIn: "cities", kind: CitiesSource.kind, [key: value])
    }

    private func source(_ values: [String: ParameterValue] = [:]) throws -> CitiesSource {
        let id = try #require(SourceID("cities"))
        let url = try #require(URL(string: "https://cities.example/cities.json"))
        return try CitiesSource(
            SourceConfiguration(
                id: id, kind: CitiesSource.kind, values: values.merging(["url": .url(url)]) { $1 }))
    }
}

/// An HTTP client that sends nothing.
private struct NoClient: HTTPClient {
    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        throw .offline("tests go nowhere")
    }
}
