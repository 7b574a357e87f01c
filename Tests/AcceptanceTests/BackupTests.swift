import AggSource
import Foundation
import GRDB
import TestSupport
import Testing

extension AcceptanceTests {
    /// Backups of the user file: made while the program runs, and used by its repair.
    struct BackupTests {
        /// A home with two favorites, one of them in the backup.
        private static func home() async throws -> Agg {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            for line in ["refresh", "favorite cities:2643743 --note mine", "favorite cities:2988507 --tag home"] {
                #expect(try await agg.run("-c", line).status == 0)
            }
            return agg
        }

        /// The favorites in the newest backup.
        private static func held(_ agg: Agg) throws -> Set<String> {
            try DatabaseQueue(path: agg.folder.path("store/user.backup.sqlite")).read { db in
                try String.fetchSet(db, sql: "SELECT key FROM favorite")
            }
        }

        /// Makes the newest backup more than an hour old, so another one can be made.
        private static func age(_ agg: Agg) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7_200)],
                ofItemAtPath: agg.folder.path("store/user.backup.sqlite"))
        }

        @Test func `a backup has every favorite of a command, with its note`() async throws {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("refresh").status == 0)
            #expect(try await agg.run("favorite", "cities:2643743", "cities:2988507", "--note", "mine").status == 0)
            let notes = try await DatabaseQueue(path: agg.folder.path("store/user.backup.sqlite")).read { db in
                try String.fetchAll(db, sql: "SELECT note FROM favorite")
            }
            #expect(notes == ["mine", "mine"])
        }

        @Test func `changes since the last backup are backed up by the first run after an hour`() async throws {
            let agg = try await Self.home()
            #expect(try await agg.run("search", "london").status == 0)
            #expect(try Self.held(agg) == ["2643743"])
            try Self.age(agg)
            #expect(try await agg.run("search", "london").status == 0)
            #expect(try Self.held(agg) == ["2643743", "2988507"])
            #expect(try await agg.checks("--offline", "doctor")["backup"]?.status == "ok")
        }

        @Test func `favorites on a damaged page are restored from the backup`() async throws {
            let agg = try await Self.home()
            try Self.age(agg)
            #expect(try await agg.run("set", "--keep", "limit", "7").status == 0)
            let user = StoreFile("user.sqlite", of: agg)
            try user.settle()
            let root = try await DatabaseQueue(path: user.path).read { db in
                try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'favorite'")
            }
            try user.overwrite(page: try #require(root))
            let favorites = try await agg.run("favorites")
            #expect(favorites.status == 1)
            #expect(favorites.errors.contains("user.sqlite is not a readable database"))
            let repair = try await agg.run("--offline", "doctor", "--repair", "--json")
            #expect(repair.status == 0)
            let told = try #require(try repair.json["repairs"]?.arrayValue?.first)
            #expect(told["favorites"] == 2)
            #expect(told["complete"] == true)
            #expect(told["backup"]?["favorites"] == 2)
            #expect(told["backup"]?["settings"] == 0)
            let records = try #require(try await agg.run("favorites", "--json").json["records"]?.arrayValue)
            #expect(records.map { $0["title"] } == ["Paris", "London"])
            #expect(records.map { $0["note"] } == [.null, "mine"])
        }
    }
}
