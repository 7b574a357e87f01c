import AggConfiguration
import AggSource
import Foundation
import Testing

@Suite struct ConfigurationTests {
    @Test func `has the documented defaults without a file`() throws {
        let folder = try ConfigurationFolder()
        let configuration = try Configuration.load(environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(configuration == Configuration())
        #expect(configuration.favoritesLimit == 100)
        #expect(configuration.searchLimit == 50)
        #expect(configuration.network == NetworkLimits())
        #expect(configuration.files.isEmpty)
    }

    @Test func `reads entries with their places, in the order of the file`() throws {
        let folder = try ConfigurationFolder(
            """
            # sources of mine
            sources:
              - {id: cities, kind: cities, url: "https://example.org/cities.json", fresh_for: 24h}
              - id: inspections
                kind: soda
                max_records: 10000
                enabled: false
            """)
        let sources = try folder.load().sources
        #expect(sources.map(\.id.text) == ["cities", "inspections"])
        #expect(sources.map(\.kind?.text) == ["cities", "soda"])
        #expect(sources.map(\.isEnabled) == [true, false])
        #expect(sources[0].values.map(\.name.text) == ["url", "fresh_for"])
        #expect(sources[0].values.map(\.value.text) == ["https://example.org/cities.json", "24h"])
        #expect(sources[1].id.place == ConfigurationPlace(file: folder.file, line: 4))
        #expect(sources[1].values[0].value.place == ConfigurationPlace(file: folder.file, line: 6))
    }

    @Test(arguments: [
        ("10000", "10000"), ("1.50", "1.50"), ("true", "true"), ("yes", "yes"), ("2024-03-05", "2024-03-05"),
        ("0x10", "0x10"), ("'1'", "1"), ("\"a\\tb\"", "a\tb"), ("order desc", "order desc"), ("''", ""),
        ("'null'", "null"),
        ("|\n     one\n     two\n", "one\ntwo\n"), ("東京", "東京"),
    ])
    func `returns every scalar as its text`(yaml: String, text: String) throws {
        let folder = try ConfigurationFolder("sources:\n - id: a\n   value: \(yaml)")
        #expect(try folder.load().sources.first?.values.map(\.value.text) == [text])
    }

    @Test func `flattens a nested mapping with a dot`() throws {
        let folder = try ConfigurationFolder("sources: [{id: a, simulate: {error_rate: 0.3, delay: 1s}}]")
        let values = try folder.load().sources[0].values
        #expect(values.map(\.name.text) == ["simulate.error_rate", "simulate.delay"])
        #expect(values.map(\.value.text) == ["0.3", "1s"])
    }

    @Test func `reads every setting`() throws {
        let folder = try ConfigurationFolder(
            """
            favorites: {limit: 7}
            search: {limit: 20}
            network: {connect_timeout: 1s, idle_timeout: 2s, deadline: 3m, max_body: 4MB, max_wait: 0s, at_once: 9}
            """)
        let configuration = try folder.load()
        #expect(configuration.favoritesLimit == 7)
        #expect(configuration.searchLimit == 20)
        #expect(configuration.hostsAtOnce == 9)
        #expect(
            configuration.network
                == NetworkLimits(
                    connectTimeout: .seconds(1), idleTimeout: .seconds(2), deadline: .seconds(180), maxBody: 4_000_000,
                    maxWait: .zero))
    }

    @Test func `reads the catalogs of a kind, or none`() throws {
        let configuration = try ConfigurationFolder(
            "catalogs: {ckan: \"https://demo.ckan.org, http://localhost:5000/data\", soda: none}"
        ).load()
        #expect(
            configuration.catalogs.mapValues { $0.map(\.absoluteString) } == [
                "ckan": ["https://demo.ckan.org", "http://localhost:5000/data"], "soda": [],
            ])
        #expect(throws: ConfigurationFaults.self) { try ConfigurationFolder("catalogs: {ckan: demo.ckan.org}").load() }
    }

    @Test func `keeps the default of a setting that is not given`() throws {
        let configuration = try ConfigurationFolder("network: {deadline: 1m}").load()
        #expect(configuration.network == NetworkLimits(deadline: .seconds(60)))
    }

    @Test(arguments: [
        "", "\n", "# nothing yet\n", "---\n", "~", "sources:\n", "sources:\n#  - {id: a}\nfavorites:\nnetwork:\n", "{}",
        "sources: []", "\u{FEFF}# marked\n",
    ])
    func `treats a file without values as no configuration`(text: String) throws {
        let folder = try ConfigurationFolder(text)
        var expected = Configuration()
        expected.files = [folder.file]
        #expect(try folder.load() == expected)
    }

    @Test func `reads files with a byte order mark and with Windows line endings`() throws {
        let folder = try ConfigurationFolder("\u{FEFF}search:\r\n  limit: 5\r\nsources:\r\n  - id: a\r\n    url: x\r\n")
        let configuration = try folder.load()
        #expect(configuration.searchLimit == 5)
        #expect(configuration.sources.first?.values.first?.value.place?.line == 5)
    }

    @Test func `merges over the built-in sources of a registry`() throws {
        let folder = try ConfigurationFolder("sources:\n  - {id: known, enabled: false}\n")
        let entry = try #require(try folder.load().sources.first)
        #expect(entry.kind == nil)
        #expect(!entry.isEnabled)
        #expect(entry.values.isEmpty)
    }
}
