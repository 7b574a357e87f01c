import AggSource
import Foundation
import GRDB
import TestSupport
import Testing

extension ReliabilityTests {
    /// A store that is locked, too new, not a database, or read-only: a clear message, and nothing lost.
    struct StoreFaultTests {
        /// A home with the sample cities in its store, and a favorite.
        private static func home() async throws -> Agg {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.sample))
            #expect(try await agg.run("-c", "refresh; favorite cities:2643743").status == 0)
            try StoreFile("mirror.sqlite", of: agg).settle()
            try StoreFile("user.sqlite", of: agg).settle()
            return agg
        }

        @Test func `searches while another program writes, and gives up refreshing after a short wait`() async throws {
            let agg = try await Self.home()
            _ = try agg.file("cities.json", CityList.plain(20))
            let lock = try StoreFile("mirror.sqlite", of: agg).lock()
            #expect(try await agg.run("search", "london", "--json").titles.count == 3)
            let start = ContinuousClock.now
            let refresh = try await agg.run("refresh")
            #expect(.now - start < .seconds(9), "one wait of five seconds, not one after the other")
            #expect(refresh.status == 6)
            #expect(refresh.errorLines.count == 1)
            #expect(refresh.errors.contains("mirror.sqlite is locked by another program; try again when it is done"))
            try lock.close()
            #expect(try await agg.run("refresh", "--force", "--json").outcome("added") == 20)
        }

        @Test func `gives up adding a favorite in time while another program writes`() async throws {
            let agg = try await Self.home()
            let lock = try StoreFile("user.sqlite", of: agg).lock()
            let start = ContinuousClock.now
            let favorite = try await agg.run("favorite", "cities:2988507")
            #expect(.now - start < .seconds(9))
            #expect(favorite.status == 1)
            #expect(favorite.errorLines.count == 1)
            #expect(favorite.errors.contains("user.sqlite is locked by another program"))
            try lock.close()
            #expect(try await agg.run("favorites", "--json").titles == ["London"])
        }

        @Test func `refuses a mirror from a newer version and leaves it unchanged`() async throws {
            let agg = try await Self.home()
            let mirror = StoreFile("mirror.sqlite", of: agg)
            try mirror.makeNewer()
            let before = try mirror.bytes
            for arguments in [["search", "london"], ["refresh"], ["favorites"]] {
                let result = try await agg.run(arguments: arguments)
                #expect(result.status == 1)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.contains("mirror.sqlite was made by a newer version of agg"))
            }
            #expect(try mirror.bytes == before)
        }

        @Test func `keeps working despite a user file from a newer version and leaves it unchanged`() async throws {
            let agg = try await Self.home()
            let user = StoreFile("user.sqlite", of: agg)
            try user.makeNewer()
            let before = try user.bytes
            #expect(try await agg.run("search", "london").status == 0)
            #expect(try await agg.run("refresh").status == 0)
            for arguments in [["favorites"], ["favorite", "cities:2988507"]] {
                let result = try await agg.run(arguments: arguments)
                #expect(result.status == 1)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.contains("user.sqlite was made by a newer version of agg"))
            }
            #expect(try user.bytes == before)
        }

        @Test func `sets aside a mirror that is not a database, and says where it is`() async throws {
            let agg = try await Self.home()
            try StoreFile("mirror.sqlite", of: agg).spoil()
            let refresh = try await agg.run("refresh", "--json")
            #expect(refresh.status == 0)
            #expect(try refresh.outcome("added") == 12)
            #expect(refresh.errorLines.count == 1)
            let aside = try #require(
                try FileManager.default.contentsOfDirectory(atPath: agg.folder.path("store"))
                    .first { $0.hasPrefix("mirror.sqlite.damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
            #expect(refresh.errors.contains(aside))
            let text = try String(contentsOfFile: agg.folder.path("store/\(aside)"), encoding: .utf8)
            #expect(text.hasPrefix("no database"))
            #expect(try await agg.run("favorites", "--json").titles == ["London"])
            #expect(try await agg.run("search", "london").errors.isEmpty, "it is reported once")
        }

        @Test func `never replaces a user file that is not a database`() async throws {
            let agg = try await Self.home()
            let user = StoreFile("user.sqlite", of: agg)
            try user.spoil()
            let before = try user.bytes
            #expect(try await agg.run("-c", "search london; refresh").status == 0)
            for line in ["favorites", "favorite cities:2988507", "unfavorite cities:2643743"] {
                let result = try await agg.run("-c", line)
                #expect(result.status == 1)
                #expect(result.errors.contains("user.sqlite is not a readable database"))
                #expect(result.errors.contains("run “doctor --repair” to recover what is still readable"))
            }
            #expect(try user.bytes == before)
        }

        @Test func `copies nothing from a folder without a store, and creates nothing`() async throws {
            let agg = try Agg()
            let (from, to) = (agg.folder.path("from"), agg.folder.path("to"))
            let empty = agg.folder.path("empty")
            try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
            for words in [[from, to], [from, to, "--user"], [empty, to]] {
                let result = try await agg.run(arguments: ["store", "copy"] + words)
                #expect(result.status == 1)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.contains("nothing was copied: there is no store in"), "\(result.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: from) && !FileManager.default.fileExists(atPath: to))
            #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
        }

        @Test func `reports a store folder that is a file`() async throws {
            let agg = try Agg()
            let file = try agg.file("here", "a file").path
            for store in [file, file + "/below"] {
                let result = try await agg.run("--store", store, "sources")
                #expect(result.status == 1)
                #expect(result.errorLines.count == 1)
                #expect(result.errors.contains(file))
            }
        }

        @Test(.enabled(if: Stranger.canRun))
        func `reads the store when nothing may be written`() async throws {
            let agg = try await Self.home()
            let files = ["mirror.sqlite", "user.sqlite"].map { StoreFile($0, of: agg) }
            let before = try files.map { try $0.bytes }
            try Stranger.lockOut(of: agg)
            defer { Stranger.letIn(to: agg) }
            #expect(try await agg.run(as: Stranger(), "search", "london", "--json").titles.count == 3)
            #expect(try await agg.run(as: Stranger(), "favorites", "--json").titles == ["London"])
            let refresh = try await agg.run(as: Stranger(), "refresh", "--force", "--json")
            #expect(refresh.status == 6)
            #expect(try refresh.outcome("outcome") == "stale")
            #expect(refresh.errorLines.count == 1)
            #expect(refresh.errors.contains("mirror.sqlite; make it and its folder writable"))
            let favorite = try await agg.run(as: Stranger(), "favorite", "cities:2988507")
            #expect(favorite.status == 1)
            #expect(favorite.errorLines.count == 1)
            #expect(favorite.errors.contains("user.sqlite; make it and its folder writable"))
            #expect(try files.map { try $0.bytes } == before)
        }

        @Test(.enabled(if: Stranger.canRun))
        func `shows no favorites if a log cannot be read in a folder that is not writable`() async throws {
            let agg = try await Self.home()
            let file = StoreFile("user.sqlite", of: agg)
            // While another connection is open, the changes stay in the log.
            let reader = try DatabaseQueue(path: file.path)
            #expect(try await agg.run("favorite", "cities:2988507").status == 0)
            let (bytes, log) = (try file.bytes, try Data(contentsOf: URL(filePath: file.path + "-wal")))
            #expect(!log.isEmpty)
            try reader.close()
            try bytes.write(to: URL(filePath: file.path))
            try log.write(to: URL(filePath: file.path + "-wal"))
            try? FileManager.default.removeItem(atPath: file.path + "-shm")
            try Stranger.lockOut(of: agg)
            defer { Stranger.letIn(to: agg) }
            let favorites = try await agg.run(as: Stranger(), "favorites")
            #expect(favorites.status == 1 && favorites.output.isEmpty, "\(favorites)")
            #expect(favorites.errors.contains("its log has changes that can be read only if the folder is writable"))
        }

        @Test(.enabled(if: Stranger.canRun))
        func `reports that no store can be created when nothing may be written`() async throws {
            let agg = try Agg()
            try FileManager.default.createDirectory(atPath: agg.folder.path("store"), withIntermediateDirectories: true)
            try Stranger.lockOut(of: agg)
            defer { Stranger.letIn(to: agg) }
            let result = try await agg.run(as: Stranger(), "search", "london")
            #expect(result.status == 1)
            #expect(result.errorLines.count == 1)
            #expect(result.errors.contains("mirror.sqlite; make it and its folder writable"))
        }

        @Test(.enabled(if: Stranger.canRun))
        func `fails if no samples can be stored in an empty store`() async throws {
            let agg = try Agg()
            // A command about the store creates it without the samples.
            #expect(try await agg.run("store", "status").status == 2)
            for name in ["mirror.sqlite", "user.sqlite"] { try StoreFile(name, of: agg).settle() }
            try Stranger.lockOut(of: agg)
            defer { Stranger.letIn(to: agg) }
            for line in [["search", "london"], ["list", "cities"], ["facet", "country"], ["count"]] {
                let result = try await agg.run(arguments: line, as: Stranger())
                #expect(result.status == 1, "\(line)")
                #expect(result.errorLines.count == 1, "\(result.errors)")
                #expect(result.errors.contains("mirror.sqlite; make it and its folder writable"), "\(result.errors)")
            }
            #expect(try await agg.run(as: Stranger(), "favorites").status == 0)
        }
    }
}
