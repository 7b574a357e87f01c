import AggConfiguration
import AggSource
import Testing

@Suite struct DropInTests {
    @Test func `reads one source per file, sorted by file name, after the configuration file`() throws {
        let folder = try ConfigurationFolder(
            "sources: [{id: first}]",
            dropIns: ["b.yml": "kind: feed\nurl: https://example.org/b", "a.yml": "kind: soda", "B.yaml": "kind: feed"])
        let configuration = try folder.load()
        #expect(configuration.sources.map(\.id.text) == ["first", "B", "a", "b"])
        #expect(configuration.sources.map(\.kind?.text) == [nil, "feed", "soda", "feed"])
        #expect(
            configuration.files
                == ["config.yml", "sources.d/B.yaml", "sources.d/a.yml", "sources.d/b.yml"].map {
                    "\(folder.path)/\($0)"
                })
    }

    @Test func `prefers an id in the file to the file name`() throws {
        let folder = try ConfigurationFolder("", dropIns: ["name.yml": "id: said\nkind: feed"])
        #expect(try folder.load().sources.map(\.id.text) == ["said"])
    }

    @Test func `reads drop-in files without a configuration file`() throws {
        let folder = try ConfigurationFolder()
        try folder.write("kind: feed", to: "agg/sources.d/news.yml")
        let configuration = try Configuration.load(environment: ["XDG_CONFIG_HOME": folder.path])
        #expect(configuration.sources.map(\.id.text) == ["news"])
    }

    @Test func `ignores hidden files and files with other names`() throws {
        let folder = try ConfigurationFolder(
            "", dropIns: [".a.yml": "[", "a.yml~": "[", "notes.txt": "[", "a.yml.bak": "[", "empty.yml": "# later"])
        #expect(try folder.load().sources.isEmpty)
    }

    @Test func `reports a file that does not define one source`() throws {
        let folder = try ConfigurationFolder(
            "", dropIns: ["a.yml": "- {id: a}", "b.yml": "# mine\nsources: [{id: b}]", "c.yml": "kind: [feed]"])
        #expect(
            folder.faults() == [
                "sources.d/a.yml:1: expected a mapping for a source, e.g. “{id: feed, enabled: false}”",
                "sources.d/b.yml:2: a file in sources.d defines one source; put its keys at the top level, without “sources:”",
                "sources.d/c.yml:1: kind takes one value, not a list; write “kind: VALUE”",
            ])
    }

    @Test func `reports a file in place of the folder`() throws {
        let folder = try ConfigurationFolder("")
        try folder.write("", to: "sources.d")
        #expect(
            folder.faults() == [
                "cannot read the folder “sources.d”; check its permissions, or remove it"
            ])
    }

    @Test func `reports a folder in place of a file`() throws {
        let folder = try ConfigurationFolder("", dropIns: ["a.yml/b": ""])
        #expect(folder.faults() == ["“sources.d/a.yml” is a folder; specify a file"])
    }

    @Test func `reports an id that appears twice once, in any files`() throws {
        let folder = try ConfigurationFolder(
            "sources:\n  - {id: a}\n  - {id: b}\n  - {id: a}\n", dropIns: ["b.yml": "kind: feed"])
        #expect(
            folder.faults() == [
                "config.yml:4: the id “a” appears twice (first in config.yml, line 2); give each source a unique id",
                "sources.d/b.yml:1: the id “b” appears twice (first in config.yml, line 3); "
                    + "give each source a unique id",
            ])
        let read = Configuration.read(explicit: folder.file, environment: [:]).configuration
        #expect(read.sources.map(\.id.text) == ["a", "b"])
        #expect(read.repeated.map(\.id.text) == ["a", "b"] && read.repeated.last?.kind?.text == "feed")
    }

    @Test func `a repeated entry without a kind has that of the first`() throws {
        let folder = try ConfigurationFolder("sources: [{id: a, kind: feed}, {id: a}]")
        let read = Configuration.read(explicit: folder.file, environment: [:]).configuration
        #expect(read.repeated.map(\.kind?.text) == ["feed"])
    }
}
