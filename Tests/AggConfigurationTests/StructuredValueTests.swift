import AggConfiguration
import AggCore
import AggSource
import Foundation
import Testing

/// Lists and mappings in files, and files that others can write.
@Suite struct StructuredValueTests {
    @Test func `reads lists and mappings with the types of plain scalars`() throws {
        let folder = try ConfigurationFolder(
            """
            sources:
              - id: trees
                kind: command
                command: [python3, trees.py, "-n", 1.50, 007]
                secrets: {TOKEN: {command: "pass x"}}
                config: {port: 80, text: "80", flag: true, deep: {list: [1, a]}}
            """)
        let values = try #require(try folder.load().sources.first).values
        let json = Dictionary(uniqueKeysWithValues: values.map { ($0.name.text, $0.value.json?.text) })
        #expect(json["command"] == #"["python3","trees.py","-n",1.50,"007"]"#)
        #expect(json["secrets.TOKEN"] == #"{"command":"pass x"}"#)
        #expect(json["config.port"] == "80" && json["config.text"] == #""80""# && json["config.flag"] == "true")
        #expect(json["config.deep"] == #"{"list":[1,"a"]}"#)
    }

    @Test func `writes a list that reads back the same`() throws {
        let folder = try ConfigurationFolder("")
        let list = JSONValue.array([.string("a b"), .string("1"), .string("--x: #y")])
        let entry = SourceEntry(
            id: .init("trees"), kind: .init("command"), values: [(.init("command"), .init(list))])
        _ = try #require(SourceFiles(explicit: folder.file, environment: [:])).add([entry])[0].get()
        #expect(try folder.load().sources.first?.values.first?.value.json == list)
    }

    @Test(arguments: [0o644, 0o600, 0o664, 0o602])
    func `detects a file that others can write`(mode: Int) throws {
        let folder = try ConfigurationFolder("sources: [{id: trees, kind: command, command: [x]}]")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file)
        let place = try #require(try folder.load().sources.first?.values.first?.name.place)
        #expect(place.risk == (mode & 0o022 != 0 ? .isWritable : nil))
    }
}
