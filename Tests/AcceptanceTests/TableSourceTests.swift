import AggSource
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// A user's own tables, from `source add FILE` to search results.
    struct TableTests {
        private static let trees = """
            tree_id,species,street,planted,height,latitude,longitude
            1,Red Oak,1 Main St,2020-05-01,12.5,41.881,-87.623
            2,Sugar Maple,2 Main St,2021-06-02,8,41.882,-87.624
            3,White Oak,3 Lake St,2022-07-03,3.25,41.883,-87.625
            """

        @Test func `adds a file without a kind and searches it in every way`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            let added = try await agg.run("source", "add", file.path, "--json")
            #expect(added.status == 0, "\(added.errors)")
            let columns = try #require(try added.json["columns"]?.arrayValue)
            #expect(columns.first?["used_as"]?.arrayValue == [.string("key")])
            #expect(columns[1]["examples"]?.arrayValue?.first == "Red Oak")
            let refreshed = try await agg.run("refresh", "trees", "--json")
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            #expect(
                try await agg.run("search", "oak", "--source", "trees", "--json").titles == ["Red Oak", "White Oak"])
            #expect(try await agg.run("search", "height:>10", "--json").titles == ["Red Oak"])
            #expect(try await agg.run("facet", "species", "source:trees").output.contains("Sugar Maple"))
            #expect(
                try await agg.run("near", "41.883,-87.625", "1km", "source:trees", "--json").titles
                    == ["White Oak", "Sugar Maple", "Red Oak"])
            #expect(
                try await agg.run("sql", "select max(height) from trees", "--format", "csv").output.contains("12.5"))
            // A column named like a part of every record hides that part of no other source.
            #expect(try await agg.run("facet", "latitude", "country:JP", "--json").json["rows"]?.arrayValue != [])
            #expect(try await agg.run("favorite", "trees:2").status == 0)

            _ = try agg.file("trees.csv", Self.trees.replacing("2021-06-02,8,", with: "2021-06-02,9,"))
            #expect(try await agg.run("refresh", "trees").status == 0)
            let changes = try await agg.run("changes", "trees").output
            #expect(changes.contains("8") && changes.contains("9"))
            #expect(try await agg.run("refresh", "trees", "--json").outcome("outcome") == "unchanged")
        }

        @Test(arguments: [
            (["--header", "maybe"], "“maybe” is not a valid value for --header; expected true or false"),
            (["--skip-rows", "two"], "“two” is not a valid value for --skip-rows"),
            (["--dates", "sideways"], "“sideways” is not a valid value for --dates"),
        ])
        func `rejects an invalid value of an option as a usage error`(options: [String], message: String) async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            let result = try await agg.run(arguments: ["source", "add", file.path] + options)
            #expect(result.status == 2 && result.errors.hasPrefix("agg: \(message)"), "\(result.errors)")
        }

        @Test func `checks a key over thousands of rows before it adds a table`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let rows = (1...5_000).map { "\($0),Tree number \($0),\($0 / 2)" }
            let file = try agg.file("trees.csv", (["tree_id,name,plot"] + rows).joined(separator: "\n"))
            let repeated = try await agg.run("source", "add", file.path, "--key", "plot", "--dry-run")
            #expect(repeated.status == 1 && repeated.errors.contains("“plot” cannot be the key"), "\(repeated.errors)")
            let gaps = try agg.file("gaps.csv", "tree_id,name\n1,Oak\n,Elm\n3,Ash\n")
            let dry = try await agg.run("source", "add", gaps.path, "--key", "tree_id", "--dry-run")
            #expect(
                dry.output.contains("after a refresh, some rows will be missing: 1 skipped (line 3 has no tree_id)"),
                "\(dry.output)")
            let added = try await agg.run("source", "add", file.path, "--key", "tree_id")
            #expect(added.status == 0, "\(added.errors)")
            #expect(try await agg.run("refresh", "trees").status == 0)
            #expect(try await agg.run("count", "source:trees", "--json").json["matched"] == 5_000)
        }

        @Test func `adds nothing with --dry-run, and reports a source that already exists`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            let dry = try await agg.run("source", "add", file.path, "--dry-run")
            #expect(dry.status == 0 && dry.output.contains("Nothing was added"))
            #expect(dry.output.contains("species") && dry.output.contains("Red Oak"))
            #expect(try await agg.run("list", "trees").status == 2)
            #expect(try await agg.run("source", "add", file.path).status == 0)
            let again = try await agg.run("source", "add", file.path)
            #expect(again.status == 1 && again.errors.contains("already added as “trees”"))
            #expect(try await agg.run("source", "add", file.path, "--id", "more-trees").status == 0)
        }

        @Test func `a different file with the name of another is added with a number`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("cities.csv", Self.trees)
            let dry = try await agg.run("source", "add", file.path, "--dry-run")
            #expect(dry.output.contains("A source “cities” already exists.\n"), "\(dry)")
            #expect(dry.output.contains("the source would be added as “cities-2”"), "\(dry)")
            #expect(try await agg.run("source", "add", file.path).status == 0)
            #expect(try await agg.run("source", "show", "cities-2").output.contains("kind: table"))
            let again = try await agg.run("source", "add", file.path)
            #expect(again.status == 1 && again.errors.contains("already added as “cities-2”"), "\(again)")
        }

        @Test func `a file with a fault can be shown and edited`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            #expect(try await agg.run("source", "add", file.path).status == 0)
            let entry = agg.folder.path("sources.d/trees.yml")
            let text = try String(contentsOfFile: entry, encoding: .utf8) + "fresh_for: banana\n"
            try Data(text.utf8).write(to: URL(fileURLWithPath: entry))
            #expect(try await agg.run("search", "oak").status == 2)
            let shown = try await agg.run("source", "show", "trees")
            #expect(shown.status == 0 && shown.output.contains("banana") && shown.errors.contains("fresh_for"))
            let edited = try await agg.run(
                "source", "edit", "trees", environment: ["EDITOR": "sed -i s/banana/24h/"])
            #expect(edited.status == 0 && edited.output.contains("Changed trees"), "\(edited.errors)")
            #expect(try await agg.run("source", "show", "trees").output.contains("fresh_for: 24h"))
            // An invalid file elsewhere does not hide that the text is invalid.
            try Data("sources: [".utf8).write(to: URL(fileURLWithPath: agg.folder.path("sources.d/other.yml")))
            let wrong = try await agg.run(
                "source", "edit", "trees", environment: ["EDITOR": "sed -i s/^encoding:.*/encoding:\\ klingon/"])
            #expect(wrong.status == 2 && wrong.errors.contains("klingon"), "\(wrong.errors)")
            #expect(try await agg.run("source", "show", "trees").output.contains("encoding: utf-8"))
        }

        @Test func `shows the file of a source and lets it be edited`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            #expect(try await agg.run("source", "add", file.path).status == 0)
            let shown = try await agg.run("source", "show", "trees").output
            #expect(shown.contains("title: species") && shown.contains("sources.d/trees.yml"))
            #expect(try await agg.run("source", "show", "cities").output.contains("kind: cities"))

            let right = try await agg.run(
                "source", "edit", "trees", environment: ["EDITOR": "sed -i s/species$/street/"])
            #expect(right.status == 0 && right.output.contains("Changed trees"), "\(right.errors)")
            #expect(try await agg.run("source", "show", "trees").output.contains("title: street"))
            let wrong = try await agg.run(
                "source", "edit", "trees", environment: ["EDITOR": "sed -i s/^encoding:.*/encoding:\\ klingon/"])
            #expect(wrong.status == 2 && wrong.errors.contains("klingon"), "\(wrong.errors)")
            #expect(try await agg.run("source", "show", "trees").output.contains("encoding: utf-8"))
            let kept = agg.folder.path("sources.d/trees.yml.rejected")
            #expect(
                wrong.errors.contains("trees.yml” is unchanged, and your text is in “\(kept)”"),
                "\(wrong.errors)")
            #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("encoding: klingon"))
            for (editor, status, words) in [
                ("sed -i 1i[", Int32(2), "sources.d/trees.yml"),
                (
                    "truncate -s 0", 1,
                    "no longer configures the source trees; to remove the source, run “source remove trees”"
                ),
                ("rm", 1, "cannot read "),
                ("sed -i s/^id:.*/id:\\ woods/", 1, "no longer configures the source trees"),
            ] {
                // The next edit would continue with this text.
                try? FileManager.default.removeItem(atPath: kept)
                let refused = try await agg.run("source", "edit", "trees", environment: ["EDITOR": editor])
                #expect(refused.status == status && refused.errors.contains(words), "\(editor): \(refused.errors)")
                #expect(try await agg.run("source", "show", "trees").output.contains("encoding: utf-8"), "\(editor)")
            }
            try FileManager.default.removeItem(atPath: kept)
            let same = try await agg.run("source", "edit", "trees", environment: ["EDITOR": "true"])
            #expect(same.status == 0 && same.output.contains("Nothing was changed"))
            for variables in [["EDITOR": "no-such-editor"], [:]] {
                let refused = try await agg.run("source", "edit", "trees", environment: variables)
                #expect(refused.status == 1 && refused.errors.contains("trees.yml” is unchanged"), "\(refused.errors)")
            }
            #expect(
                try await agg.run("source", "edit", "cities", environment: ["EDITOR": "true"]).errors.contains(
                    "config.yml"))
        }

        /// A home with the source “trees”.
        private static func homeWithTrees() async throws -> Agg {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", trees)
            #expect(try await agg.run("source", "add", file.path).status == 0)
            return agg
        }

        private static func edit(with editor: String, in agg: Agg) async throws -> Agg.Result {
            try await agg.run("source", "edit", "trees", environment: ["EDITOR": editor])
        }

        @Test func `the next edit continues with a rejected text unless the file has changed`() async throws {
            let agg = try await Self.homeWithTrees()
            func edit(_ editor: String) async throws -> Agg.Result { try await Self.edit(with: editor, in: agg) }
            let kept = agg.folder.path("sources.d/trees.yml.rejected")
            let misspelled = "sed -i s/^encoding:.*/encoding:\\ klingon/"
            let wrong = try await edit(misspelled)
            #expect(wrong.status == 2 && wrong.errors.contains("\(kept):"), "\(wrong.errors)")
            let again = try await edit("true")
            #expect(again.status == 2 && again.errors.contains("klingon"), "\(again.errors)")
            let right = try await edit("sed -i s/klingon/windows-1252/")
            #expect(right.status == 0 && right.output.contains("Changed trees"), "\(right.errors)")
            #expect(try await agg.run("source", "show", "trees").output.contains("encoding: windows-1252"))
            #expect(!FileManager.default.fileExists(atPath: kept))

            #expect(try await edit(misspelled).status == 2)
            let live = agg.folder.path("sources.d/trees.yml")
            let text = try String(contentsOfFile: live, encoding: .utf8) + "# mine\n"
            try text.write(toFile: live, atomically: true, encoding: .utf8)
            #expect(try await edit("true").output.contains("Nothing was changed"))
        }

        @Test func `an emptied edit gives up the rejected text`() async throws {
            let agg = try await Self.homeWithTrees()
            func edit(_ editor: String) async throws -> Agg.Result { try await Self.edit(with: editor, in: agg) }
            let kept = agg.folder.path("sources.d/trees.yml.rejected")
            #expect(try await edit("sed -i s/^encoding:.*/encoding:\\ klingon/").status == 2)
            #expect(FileManager.default.fileExists(atPath: kept))
            let emptied = try await edit("truncate -s 0")
            #expect(
                emptied.status == 1
                    && emptied.errors.contains(
                        "trees.yml” is unchanged, and the text that was rejected earlier has been removed"),
                "\(emptied.errors)")
            #expect(!FileManager.default.fileExists(atPath: kept))
            #expect(try await edit("true").output.contains("Nothing was changed"))
        }

        @Test func `previews a file or a source and stores nothing`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("trees.csv", Self.trees)
            let preview = try await agg.run("source", "preview", file.path, "--limit", "2", "--format", "csv")
            #expect(preview.status == 0, "\(preview.errors)")
            #expect(
                preview.output.split(whereSeparator: \.isNewline).count == 3
                    && preview.output.contains("Sugar Maple"))
            #expect(try await agg.run("source", "add", file.path).status == 0)
            #expect(try await agg.run("source", "preview", "trees").output.contains("White Oak"))
            #expect(try await agg.run("list", "trees", "--json").titles.isEmpty)
        }

        @Test func `a preview of the whole file says what it leaves out`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let places = """
                {"type": "FeatureCollection", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}},
                 "features": [{"type": "Feature", "properties": {"id": "a1", "name": "Dom"},
                               "geometry": {"type": "Point", "coordinates": [356000, 5645000]}}]}
                """
            let file = try agg.file("places.geojson", places)
            let preview = try await agg.run("source", "preview", file.path)
            #expect(preview.output.contains("EPSG:25832"), "\(preview.output)")
        }

        @Test func `shows columns that have the name of a part of every record`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("games.csv", "id,match,address,favorite,key,title\n1,home,12 Main,yes,k1,Boss\n")
            #expect(try await agg.run("source", "add", file.path).status == 0)
            #expect(try await agg.run("refresh", "games").status == 0)
            func csv(_ columns: String) async throws -> [String] {
                let output = try await agg.run("list", "games", "--columns", columns, "--format", "csv").output
                return output.split(whereSeparator: \.isNewline).map(String.init)
            }
            let chosen = "address,address_,match_,favorite_,key,key_,title_"
            #expect(try await csv(chosen) == [chosen, "games:1,12 Main,home,yes,1,k1,Boss"])
            let all = try await csv("*").first ?? ""
            #expect(all.contains("match_") && all.contains("address_") && !all.contains("title_"), "\(all)")
            let unknown = try await agg.run("list", "games", "--columns", "note_")
            #expect(unknown.status == 2 && unknown.errors.contains("unknown column “note_”"), "\(unknown.errors)")
        }

        @Test func `uses the given columns and rejects a key that repeats`() async throws {
            let agg = try Agg(configuration: "sources: [{id: feed, enabled: false}]")
            let file = try agg.file("towns.csv", "code,town,state\n1,Salem,OR\n2,Salem,MA\n")
            let refused = try await agg.run("source", "add", file.path, "--key", "town")
            #expect(refused.status == 1 && refused.errors.contains("repeats the key “Salem” of line 2"))
            let added = try await agg.run("source", "add", file.path, "--key", "code", "--title", "State")
            #expect(added.status == 0, "\(added.errors)")
            let text = try String(contentsOfFile: agg.folder.path("sources.d/towns.yml"), encoding: .utf8)
            #expect(text.contains("title: state\n") && text.contains("delimiter: comma\n"))
            #expect(try await agg.run("refresh", "towns").status == 0)
            #expect(try await agg.run("list", "towns", "--json").titles.sorted() == ["MA", "OR"])
        }
    }
}
