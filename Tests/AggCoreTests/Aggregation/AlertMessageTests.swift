import AggSource
import AggStorage
import AggTesting
import Foundation
import Testing

@testable import AggCore

/// What is sent to a webhook.
struct AlertMessageTests {
    @Test(arguments: [
        ("https://hooks.example.org/new", true), ("http://127.example.org/new", true),
        ("http://localhost:8080/new", false), ("http://127.0.0.1/new", false),
    ])
    func `a webhook may lead to this machine only if its URL says so`(webhook: String, refuses: Bool) async throws {
        let client = StubHTTPClient(.status(200))
        let services = SourceServices(http: client)
        let message = AlertMessage(document: "{}", receipt: "1", lock: nil, services: services)
        try await message.send(to: Watch(name: "towns", webhook: webhook, since: Date(timeIntervalSince1970: 0)))
        #expect(client.requests.map(\.refusesLoopback) == [refuses])
    }
}
