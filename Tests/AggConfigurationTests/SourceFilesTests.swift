import AggConfiguration
import AggCore
import AggSource
import Foundation
import Testing

@Suite struct SourceFilesTests {
    @Test func `writes one file per source, which reads back the same and only its owner can read`() throws {
        let folder = try ConfigurationFolder("sources: [{id: first}]")
        let values = [
            "url": "https://example.org/a?b=c&d=ü", "title": "Say \"hi\": #1", "count": "007", "nothing": "null",
            "flag": "true",
            "simulate.error_rate": "0.5", "simulate.latency": "1s",
            "long": String(repeating: "word ", count: 80) + "end",
            "lines": "one\ntwo",
        ].sorted { $0.key < $1.key }
        let entry = SourceEntry(
            id: .init("my-feed"), kind: .init("feed"), values: values.map { (.init($0.key), .init($0.value)) })
        let file = try folder.files().add([entry])[0].get()
        #expect(file == "\(folder.path)/sources.d/my-feed.yml")
        let read = try #require(try folder.load().sources.last)
        #expect(read.id.text == "my-feed")
        #expect(read.kind?.text == "feed")
        #expect(
            Dictionary(uniqueKeysWithValues: read.values.map { ($0.name.text, $0.value.text) })
                == Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) }))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/sources.d") == ["my-feed.yml"])
    }

    @Test func `never overwrites another file`() throws {
        let folder = try ConfigurationFolder("", dropIns: ["a.yml": "# mine"])
        let error = #expect(throws: SourceChangeError.self) {
            try folder.files().add([SourceEntry(id: .init("a"), kind: .init("feed"))])[0].get()
        }
        #expect(error?.message.contains("already exists") == true)
        #expect(try folder.text("sources.d/a.yml") == "# mine")
    }

    @Test func `adds a source only once when several add the same id at once`() async throws {
        let folder = try ConfigurationFolder("")
        let files = try folder.files()
        let added = await withTaskGroup(of: String?.self, returning: [String].self) { group in
            for number in 0..<16 {
                group.addTask {
                    let entry = SourceEntry(
                        id: .init("a"), kind: .init("feed"), values: [(.init("url"), .init("n\(number)"))])
                    return (try? files.add([entry])[0].get()).map { _ in "n\(number)" }
                }
            }
            return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
        }
        #expect(added.count == 1)
        let read = try #require(try folder.load().sources.first)
        #expect(read.values.map(\.value.text) == added)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/sources.d") == ["a.yml"])
    }

    @Test func `removes only the file of a source, found by the id in the file`() throws {
        let folder = try ConfigurationFolder(
            "sources: [{id: first}]", dropIns: ["name.yml": "id: said\nkind: feed", "b.yml": "kind: feed"])
        try folder.files().remove(try id("said"))
        try folder.files().remove(try id("first"))
        #expect(try folder.load().sources.map(\.id.text) == ["first", "b"])
    }

    @Test func `removes the rejected edit of a source with the source`() throws {
        let folder = try ConfigurationFolder(
            "", dropIns: ["a.yml": "kind: feed", "a.yml.rejected": "kind: fed", "b.yml.rejected": "kind: fed"])
        try folder.files().remove(try id("a"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/sources.d") == ["b.yml.rejected"])
    }

    @Test func `a file that only disables a source does not define a second one`() throws {
        let folder = try ConfigurationFolder(
            "sources: [{id: a, kind: feed}]",
            dropIns: ["a.yml": "{id: a, enabled: false}", "cities.yml": "enabled: false"])
        let sources = try folder.load().sources
        #expect(sources.map(\.id.text) == ["a", "cities"])
        #expect(sources.map(\.isEnabled) == [false, false])
        #expect(sources.first?.kind?.text == "feed")
    }

    @Test(arguments: ["cities", "a", "off", "b"])
    func `disables and enables any source`(name: String) throws {
        let folder = try ConfigurationFolder(
            "sources: [{id: a, kind: feed}, {id: off, kind: feed, enabled: false}]",
            dropIns: ["b.yml": "# my notes\nkind: feed # why\nenabled: true\n"])
        let before = try folder.text("config.yml")
        for isEnabled in [false, true, false, true] {
            try folder.files().setEnabled(isEnabled, try id(name))
            #expect((try folder.load().sources.first { $0.id.text == name }?.isEnabled ?? true) == isEnabled)
        }
        #expect(try folder.text("config.yml") == before)
        #expect(try folder.text("sources.d/b.yml").hasPrefix("# my notes\nkind: feed # why\n"))
        #expect(try folder.load().sources.filter { $0.id.text == "a" }.count == 1)
    }

    @Test func `keeps the comments and the line endings of a file from Windows`() throws {
        let folder = try ConfigurationFolder(
            "", dropIns: ["b.yml": "# my notes\r\nkind: feed # why\r\nenabled: false\r\n"])
        try folder.files().setEnabled(true, try id("b"))
        #expect(try folder.text("sources.d/b.yml") == "# my notes\r\nkind: feed # why\r\n")
        try folder.files().setEnabled(false, try id("b"))
        #expect(try folder.text("sources.d/b.yml") == "# my notes\r\nkind: feed # why\r\nenabled: false\r\n")
    }

    @Test func `rewrites a file that cannot be edited line by line`() throws {
        let folder = try ConfigurationFolder("", dropIns: ["b.yml": "{kind: feed, url: 'file:///x', enabled: true}"])
        try folder.files().setEnabled(false, try id("b"))
        let entry = try #require(try folder.load().sources.first)
        #expect(!entry.isEnabled)
        #expect(entry.values.map(\.value.text) == ["file:///x"])
    }

    @Test func `reports a folder that cannot be written`() throws {
        let folder = try ConfigurationFolder("")
        try folder.write("", to: "sources.d")
        #expect(throws: SourceChangeError.self) {
            try folder.files().add([SourceEntry(id: .init("a"), kind: .init("feed"))])[0].get()
        }
    }

    private func id(_ text: String) throws -> SourceID { try #require(SourceID(text)) }
}

extension ConfigurationFolder {
    func files() throws -> SourceFiles {
        try #require(SourceFiles(explicit: file, environment: [:]))
    }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
}
