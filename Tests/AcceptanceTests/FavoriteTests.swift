import AggSearch
import Foundation
import TestSupport
import Testing

extension AcceptanceTests {
    /// Favorites survive everything.
    struct FavoriteTests {
        @Test func `favorites are counted, added only once, and limited`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample), "favorites: {limit: 2}")
            _ = try await agg.run("refresh")
            #expect(try await agg.run("favorite", "cities:2643743").output.contains("1 of 2"))
            let again = try await agg.run("favorite", "cities:2643743")
            #expect(again.status == 0)
            #expect(again.output.contains("already") && again.output.contains("1 of 2"))
            #expect(try await agg.run("fav", "cities:2988507").output.contains("2 of 2"))
            let third = try await agg.run("favorite", "cities:2867714")
            #expect(third.status == 1)
            #expect(third.errors.contains("2") && third.errors.contains("favorites.limit"))
            #expect(try await agg.run("favorites", "--json").titles == ["Paris", "London"])
            #expect(try await agg.run("unfavorite", "cities:2643743").status == 0)
            #expect(try await agg.run("favs", "--json").titles == ["Paris"])
        }

        @Test func `can be filtered by tags and notes`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            _ = try await agg.run("refresh")
            _ = try await agg.run("favorite", "cities:2643743", "--tag", "Lunch", "--note", "cheap")
            _ = try await agg.run("favorite", "cities:2988507", "--tag", "lunch", "--tag", "by train")
            #expect(try await agg.run("search", "tag:lunch", "--json").titles == ["Paris", "London"])
            #expect(try await agg.run("favorites", "tag:lunch", "has:note", "--json").titles == ["London"])
            #expect(try await agg.run("search", "par", "-tag:lunch", "--json").titles == ["Paris"])
            #expect(try await agg.run("list", "cities", "tag:by train", "--json").titles == ["Paris"])
            let explained = try await agg.run("explain", "tag:lunch")
            #expect(explained.output.contains("filter: favorites with the tag “lunch”"))
            #expect(try await agg.run("search", "tag:").status == 2)
        }

        @Test func `favorites survive the loss of the record, the mirror, and the source`() async throws {
            let agg = try Agg()
            let file = try agg.file("cities.json", CityList.sample)
            try agg.configure(cities: file)
            _ = try await agg.run("refresh")
            _ = try await agg.run("favorite", "cities:2643743")

            _ = try agg.file("cities.json", CityList.sample.replacing("2643743", with: "99"))
            _ = try await agg.run("refresh")
            let gone = try await agg.run("favorites")
            #expect(gone.output.contains("London") && gone.output.contains("no longer in its source"))

            for name in ["mirror.sqlite", "mirror.sqlite-wal", "mirror.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: agg.folder.path("store/" + name))
            }
            #expect(try await agg.run("favorites", "--json").titles == ["London"])

            try agg.configure("sources: [{id: cities, enabled: false}]")
            let disabled = try await agg.run("favorites")
            #expect(disabled.output.contains("London") && disabled.output.contains("source disabled"))
        }

        @Test func `survive a mirror that is not a database, but need the user file`() async throws {
            let agg = try Agg()
            _ = try await agg.run("favorite", "cities:2643743")
            try Data("no database at all, not by far".utf8).write(
                to: URL(filePath: agg.folder.path("store/mirror.sqlite")))
            let favorites = try await agg.run("favorites", "--json")
            #expect(try favorites.titles == ["London"])
            #expect(favorites.errors.contains("mirror.sqlite"))

            try Data("no database at all, not by far".utf8).write(
                to: URL(filePath: agg.folder.path("store/user.sqlite")))
            for name in ["user.sqlite-wal", "user.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: agg.folder.path("store/" + name))
            }
            let broken = try await agg.run("favorites")
            #expect(broken.status == 1)
            #expect(broken.errors.contains("user.sqlite"))
            let search = try await agg.run("search", "london")
            #expect(search.status == 0)
            #expect(
                search.errors.contains("without your favorites and saved settings")
                    && search.errors.contains("user.sqlite"))
            #expect(try await agg.run("help").errors.isEmpty)
            let text = try String(contentsOfFile: agg.folder.path("store/user.sqlite"), encoding: .utf8)
            #expect(text.hasPrefix("no database"))
        }

        @Test func `do not mention sources without favorites`() async throws {
            let result = try await Agg().run(
                "--offline", "--quiet", "-c", "set timing off; search paris --limit 1 --json; favorite 1; favorites")
            #expect(result.output.contains("Paris"))
            #expect(!result.output.contains("github: starter"))
            let none = try await Agg().run("--offline", "--quiet", "-c", "set timing off; favorites").output
            #expect(none.contains("No favorites yet. To add one, run “favorite”") && none.hasSuffix(".\n0 records\n"))
        }
    }
}
