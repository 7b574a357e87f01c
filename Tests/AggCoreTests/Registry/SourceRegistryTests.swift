import AggCore
import AggSource
import Foundation
import Testing

@Suite struct SourceRegistryTests {
    private func registry(_ entries: SourceEntry...) throws(ConfigurationFaults) -> SourceRegistry {
        try SourceRegistry(kinds: [ShelfSource.self, BoxSource.self], entries: entries)
    }

    private func configuration(_ id: String, in registry: SourceRegistry) throws -> SourceConfiguration {
        let instance = try #require(registry.instances.first { $0.id.description == id })
        return try #require(instance.dataSource as? ShelfSource).configuration
    }

    @Test func `has the built-in sources without any entry, in the order of the kinds`() throws {
        let registry = try registry()
        #expect(registry.instances.map(\.id.description) == ["shelf", "red-box", "blue-box"])
        #expect(registry.instances.map(\.kind) == ["shelf", "box", "box"])
        #expect(registry.instances[0].address == "https://example.org/shelf")
        #expect(registry.instances[1].address == nil)
    }

    @Test func `fills in the defaults of the parameters`() throws {
        let shelf = try configuration("shelf", in: try registry())
        #expect(shelf.url("url") == URL(string: "https://example.org/shelf"))
        #expect(shelf.integer("rows") == 5)
        #expect(shelf.text("order") == "title")
        #expect(shelf.boolean("open") == true)
        #expect(shelf.duration("delay") == nil)
    }

    @Test func `returns a value only as its own type`() throws {
        let shelf = try configuration("shelf", in: try registry())
        #expect(shelf.text("url") == nil)
        #expect(shelf.url("order") == nil)
        #expect(shelf.integer("order") == nil)
        #expect(shelf.boolean("order") == nil)
        #expect(shelf.duration("order") == nil)
        #expect(shelf.text("missing") == nil)
    }

    @Test func `merges an entry over the built-in one with its id`() throws {
        let registry = try registry(.entry("shelf", ["rows": "7", "stand.material": "0.3"]))
        #expect(registry.instances.map(\.id.description) == ["shelf", "red-box", "blue-box"])
        let shelf = try configuration("shelf", in: registry)
        #expect(shelf.url("url") == URL(string: "https://example.org/shelf"))
        #expect(shelf.integer("rows") == 7)
        #expect(shelf.text("stand.material") == "0.3")
    }

    @Test func `adds an instance under a new id, after the built-in ones`() throws {
        let registry = try registry(.entry("mine", kind: "shelf", ["url": "file:///books"]))
        #expect(registry.instances.map(\.id.description) == ["shelf", "red-box", "blue-box", "mine"])
        #expect(registry.instances.last?.address == "file:///books")
    }

    @Test func `leaves out a source that is not enabled`() throws {
        let registry = try registry(.entry("shelf", isEnabled: false))
        #expect(registry.instances.map(\.id.description) == ["red-box", "blue-box"])
        let id = try #require(SourceID("shelf"))
        #expect(registry[id] == nil)
    }

    @Test func `accepts the ages of the policy for every kind`() throws {
        let registry = try registry(.entry("shelf", ["fresh_for": "1h"]))
        #expect(registry.instances[0].dataSource.policy.freshFor == .seconds(3_600))
        #expect(registry.instances[0].dataSource.policy.keepFor == .seconds(7_200))
    }

    @Test func `rejects discovery for kinds that are added by hand`() async {
        let refusal = SourceError.refused(
            "“source add” does not support the kind shelf; add an entry with this kind and its keys under “sources” in config.yml"
        )
        await #expect(throws: refusal) { try await ShelfSource.discover("x", SourceServices(http: NoClient())) }
    }
}

extension SourceEntry {
    /// Returns an entry as a file would give it, each text with its line.
    static func entry(
        _ id: String, kind: String? = nil, isEnabled: Bool = true, _ values: KeyValuePairs<String, String> = [:],
        line: Int = 1
    ) -> SourceEntry {
        func text(_ text: String, _ offset: Int) -> Text {
            Text(text, at: ConfigurationPlace(file: "c", line: line + offset))
        }
        return SourceEntry(
            id: text(id, 0), kind: kind.map { text($0, 1) }, isEnabled: isEnabled,
            values: values.enumerated().map { (text($1.key, 2 + $0), text($1.value, 2 + $0)) })
    }
}
