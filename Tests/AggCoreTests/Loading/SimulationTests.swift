import AggTesting
import Foundation
import Testing

import AggCore
import AggSource

@Suite struct SimulationTests {
    private let store = InMemoryRecordStore()

    @Test func `loads the sample as if it came from the source itself`() async throws {
        let registry = try registry(Simulation(errorRate: 0))
        let loaded = try await load(registry)
        #expect(loaded.origin == .remote)
        #expect(loaded.records == 2)
    }

    @Test func `fails at the configured rate`() async throws {
        let registry = try registry(Simulation(errorRate: 0.3))
        var failures = 0
        for step in 0..<10 {
            do { _ = try await load(registry, chance: Double(step) / 10, store: InMemoryRecordStore()) } catch {
                #expect(error == .http(status: 503, detail: "simulated"))
                failures += 1
            }
        }
        #expect(failures == 3)
    }

    @Test func `a source's own configuration can simulate only that source`() async throws {
        let entry = SourceEntry(
            id: .init("numbers"),
            values: [(.init("simulate.error_rate"), .init("1")), (.init("simulate.latency"), .init("2ms"))])
        let registry = try SourceRegistry(kinds: [NumbersSource.self], entries: [entry])
        let simulation = try #require(registry.instances.first?.simulation)
        #expect(simulation == Simulation(errorRate: 1, latency: .milliseconds(2)))
        await #expect(throws: SourceError.http(status: 503, detail: "simulated")) { try await load(registry) }
    }

    @Test func `a configured delay does not make loads fail`() throws {
        let entry = SourceEntry(id: .init("numbers"), values: [(.init("simulate.latency"), .init("2ms"))])
        let registry = try SourceRegistry(kinds: [NumbersSource.self], entries: [entry])
        #expect(registry.instances.first?.simulation == Simulation(errorRate: 0, latency: .milliseconds(2)))
    }

    @Test(arguments: ["1.5", "-0.1", "often"])
    func `rejects a rate outside 0 to 1`(text: String) throws {
        let entry = SourceEntry(id: .init("numbers"), values: [(.init("simulate.error_rate"), .init(text))])
        let faults = #expect(throws: ConfigurationFaults.self) {
            try SourceRegistry(kinds: [NumbersSource.self], entries: [entry])
        }
        #expect(faults?.faults.first?.message.contains("expected a number from 0 to 1") == true)
    }

    @Test func `keeps real rows and falls back to them when the simulation fails`() async throws {
        let real = try SourceRegistry(kinds: [NumbersSource.self])
        let http = StubHTTPClient(["/list": [.text("[1, 2, 3, 4, 5]")]])
        #expect(try await load(real, http: http).records == 5)
        let kept = try await load(try registry(Simulation(errorRate: 0)))
        #expect(kept.records == 5)
        let stale = try await load(try registry(Simulation(errorRate: 1)))
        #expect(stale.records == 5)
        #expect(stale.fallbackReason == .http(status: 503, detail: "simulated"))
    }

    @Test func `a preview is simulated, too`() async throws {
        let registry = try registry(Simulation(errorRate: 0))
        let http = StubHTTPClient(["/list": [.text("[1, 2, 3, 4, 5]")]])
        let aggregator = Aggregator(
            registry: registry, store: store, users: InMemoryUserStore(), services: SourceServices(http: http))
        let instance = try #require(registry.instances.first)
        #expect(try await aggregator.preview(instance, limit: 10).records.count == 2)
        #expect(http.requests.isEmpty)
    }

    @Test func `never treats rows from a simulation as real`() async throws {
        _ = try await load(try registry(Simulation(errorRate: 0)))
        let real = try SourceRegistry(kinds: [NumbersSource.self])
        let instance = try #require(real.instances.first)
        let stored = try #require(await store.states()[instance.id])
        #expect(!stored.isOf(instance))
        let loaded = try await load(real, http: StubHTTPClient(["/list": [.text("[7]")]]))
        #expect(loaded.records == 1)
        #expect(loaded.change?.removed == 2)
    }

    private func registry(_ simulation: Simulation) throws -> SourceRegistry {
        try SourceRegistry(kinds: [NumbersSource.self], entries: [], simulation: simulation)
    }

    private func load(
        _ registry: SourceRegistry, chance: Double = 0.5, http: StubHTTPClient = StubHTTPClient([:]),
        store: InMemoryRecordStore? = nil
    ) async throws(SourceError) -> LoadedSource {
        var services = SourceServices(http: http)
        services.chance = { chance }
        guard let instance = registry.instances.first else { throw .nothingStored }
        return try await registry.loader(for: instance, services: services, store: store ?? self.store).load()
    }
}
