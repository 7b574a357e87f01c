import AggConfiguration
import AggSource
import Testing

@Suite struct ConfigurationFaultTests {
    @Test(arguments: [
        ("favourites: {limit: 3}", "config.yml:1: unknown key “favourites”; did you mean “favorites”?"),
        (
            "colour: red",
            "config.yml:1: unknown key “colour”; use sources, store, favorites, search, changes, network, catalogs"
        ),
        (
            "colour:",
            "config.yml:1: unknown key “colour”; use sources, store, favorites, search, changes, network, catalogs"
        ),
        ("search:\n  limits: 3", "config.yml:2: unknown key “limits” in search; did you mean “limit”?"),
        (
            "network: {timeout: 3s}",
            "config.yml:1: unknown key “timeout” in network; use connect_timeout, idle_timeout, deadline, max_body, max_wait, at_once"
        ),
        ("network: {max_boddy: 3MB}", "config.yml:1: unknown key “max_boddy” in network; did you mean “max_body”?"),
    ])
    func `reports an unknown key and suggests the nearest one`(text: String, fault: String) throws {
        #expect(try faults(of: text) == [fault])
    }

    @Test(arguments: [
        (
            "- a\n- b",
            "config.yml:1: expected a mapping with the keys sources, store, favorites, search, changes, network, catalogs"
        ),
        (
            "hello",
            "config.yml:1: expected a mapping with the keys sources, store, favorites, search, changes, network, catalogs"
        ),
        (
            "sources: {id: a}",
            "config.yml:1: “sources” takes a list; start each source with “- ”, e.g. “- {id: feed, enabled: false}”"
        ),
        ("sources:\n  - cities", "config.yml:2: expected a mapping for a source, e.g. “{id: feed, enabled: false}”"),
        ("sources:\n  -\n", "config.yml:2: expected a mapping for a source, e.g. “{id: feed, enabled: false}”"),
        ("sources:\n  - kind: feed", "config.yml:2: this source has no id; add one, e.g. “id: city-news”"),
        ("sources: [{id: }]", "config.yml:1: id has no value; add one, or remove the line"),
        ("sources: [{id: [a]}]", "config.yml:1: id takes one value, not a list; write “id: VALUE”"),
        ("sources: [{id: {a: b}}]", "config.yml:1: id takes one value, not a mapping; write “id: VALUE”"),
        ("sources: [{id: a, kind: {a: b}}]", "config.yml:1: kind takes one value, not a mapping; write “kind: VALUE”"),
        ("sources:\n  - id: a\n    url: ~", "config.yml:3: url has no value; add one, or remove the line"),
        (
            "sources: [{id: a, enabled: 1}]",
            "config.yml:1: “1” is not a valid value for “enabled”; expected true or false"
        ),
        (
            "sources: [{id: a, [b]: c}]",
            "config.yml:1: a key must be text, not a list or a mapping; write “key: value”"
        ),
        ("search: 50", "config.yml:1: “search” takes a mapping with these keys: limit"),
        ("search: {limit: }", "config.yml:1: search.limit has no value; add one, or remove the line"),
        ("search: {limit: [1]}", "config.yml:1: search.limit takes one value, not a list; write “search.limit: VALUE”"),
    ])
    func `reports a value of the wrong type`(text: String, fault: String) throws {
        #expect(try faults(of: text) == [fault])
    }

    @Test(arguments: [
        (
            "favorites: {limit: 0}",
            "“0” is not a valid value for favorites.limit; expected a whole number from 1 to 100000"
        ),
        (
            "favorites: {limit: many}",
            "“many” is not a valid value for favorites.limit; expected a whole number from 1 to 100000"
        ),
        (
            "favorites: {limit: 1.5}",
            "“1.5” is not a valid value for favorites.limit; expected a whole number from 1 to 100000"
        ),
        (
            "search: {limit: 10001}",
            "“10001” is not a valid value for search.limit; expected a whole number from 1 to 10000"
        ),
        ("search: {limit: -1}", "“-1” is not a valid value for search.limit; expected a whole number from 1 to 10000"),
        (
            "network: {connect_timeout: 0s}",
            "“0s” is not a valid value for network.connect_timeout; expected a duration from 1ms to 24h, such as 10s or 5m"
        ),
        (
            "network: {idle_timeout: 30}",
            "“30” is not a valid value for network.idle_timeout; expected a duration from 1ms to 24h, such as 10s or 5m"
        ),
        (
            "network: {deadline: 2d}",
            "“2d” is not a valid value for network.deadline; expected a duration from 1ms to 24h, such as 10s or 5m"
        ),
        (
            "network: {max_wait: 25h}",
            "“25h” is not a valid value for network.max_wait; expected a duration up to 24h, such as 10s or 5m"
        ),
        (
            "network: {max_body: 0}",
            "“0” is not a valid value for network.max_body; expected a size from 1kB to 64GB, such as 512MB"
        ),
        (
            "network: {max_body: big}",
            "“big” is not a valid value for network.max_body; expected a size from 1kB to 64GB, such as 512MB"
        ),
    ])
    func `reports a value out of range, and what to use`(text: String, fault: String) throws {
        #expect(try faults(of: text) == ["config.yml:1: " + fault])
    }

    @Test func `finds every fault of every file at once`() throws {
        let folder = try ConfigurationFolder(
            """
            sources:
              - {kind: feed}
              - {id: a, enabled: [x]}
              - id: b
                title: one
                title: two
            serch: {limit: 3}
            search: {limit: 0}
            network:
              deadline: soon
              deadline: 1m
            """, dropIns: ["c.yml": "enabled: maybe", "d.yml": "a: [", "e.yml": "kind: feed"])
        #expect(
            folder.faults() == [
                "config.yml:2: this source has no id; add one, e.g. “id: city-news”",
                "config.yml:3: enabled takes one value, not a list; write “enabled: VALUE”",
                "config.yml:6: the key “title” appears twice (first on line 5); keep one of them",
                "config.yml:7: unknown key “serch”; did you mean “search”?",
                "config.yml:8: “0” is not a valid value for search.limit; expected a whole number from 1 to 10000",
                "config.yml:10: “soon” is not a valid value for network.deadline; "
                    + "expected a duration from 1ms to 24h, such as 10s or 5m",
                "config.yml:11: the key “deadline” appears twice (first on line 10); keep one of them",
                "sources.d/c.yml:1: “maybe” is not a valid value for “enabled”; expected true or false",
                "sources.d/d.yml:1: invalid YAML: did not find expected node content (while parsing a flow node, "
                    + "starting on line 1); check quotes, brackets, and indentation here and above",
            ])
    }

    @Test func `returns the readable entries along with the faults`() throws {
        let folder = try ConfigurationFolder("sources: [{kind: feed}, {id: a, kind: feed, url: x}]\nserch: {}")
        let (configuration, faults) = Configuration.read(explicit: folder.file, environment: [:])
        #expect(faults.count == 2)
        #expect(configuration.sources.map(\.id.text) == ["a"])
        #expect(throws: ConfigurationFaults(faults)) { try folder.load() }
    }
}
