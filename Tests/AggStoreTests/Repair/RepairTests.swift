import AggSearch
import AggSource
import AggStorage
import Foundation
import GRDB
import TestSupport
import Testing

@testable import AggStore

/// Repairs of broken files: each page of a user file in turn, its log, its header, and a broken mirror.
struct RepairTests {
    private let clock = WallClock { Date(timeIntervalSince1970: 1_795_000_000) }

    /// Fills a user file of about thirty pages with long and short rows, tags, notes, settings, and searches,
    /// with a backup that lacks the newest ten favorites.
    private static func filled(favorites count: Int, in folder: TemporaryFolder) async throws -> [Favorite] {
        let made = Date(timeIntervalSince1970: 1_794_000_000)
        let stores = try Stores.open(folder: folder.path, clock: WallClock { made })
        var numbers = SeededGenerator(seed: 7)
        let favorites = (0..<count).map { number in
            let length = number % 11 == 3 ? 9_000 : 40 + numbers.below(600)
            let record = Record(
                key: "k\(number)", title: "Tōwn \(number)", subtitle: String(repeating: "x", count: length),
                fields: [.init("n", .integer(Int64(number)))])
            return Favorite(
                source: .cities, kind: "cities", record: record,
                addedAt: noon.addingTimeInterval(Double(number) + (number % 2 == 0 ? 0.25 : 0)),
                tags: number % 3 == 0 ? ["a tag", "b"] : [], note: number % 4 == 0 ? "note \(number)" : nil)
        }
        for (name, value) in settings { try await stores.user.keepSetting(name, value) }
        for (name, line) in searches { _ = try await stores.user.saveSearch(SavedSearch(name: name, line: line)) }
        for (number, favorite) in favorites.enumerated() {
            if number == count - 10 {
                try UserBackups(file: folder.path("user.sqlite"), clock: WallClock { made }).make()
            }
            _ = try await stores.user.addFavorite(favorite, limit: count)
        }
        return favorites
    }

    private static let settings = ["limit": "20", "theme": "light", "pager": "less -R"]
    private static let searches = ["fr": "search country:FR", "best": "list cities --limit 5"]

    private static func settle(_ path: String) async throws {
        let raw = try DatabaseQueue(path: path)
        try await raw.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
        try raw.close()
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    @Test(arguments: [UInt64(1), 2])
    func `a page of garbage in a user file costs at most what is newer than its backup`(seed: UInt64) async throws {
        let model = TemporaryFolder()
        let favorites = try await Self.filled(favorites: 60, in: model)
        try await Self.settle(model.path("user.sqlite"))
        let whole = try Spoiled.bytes(model.path("user.sqlite"))
        let backup = try Spoiled.bytes(model.path("user.backup.sqlite"))
        let pages = try Garbage.pages(of: model.path("user.sqlite"))
        #expect(pages > 20)
        for page in 1...pages {
            let folder = TemporaryFolder()
            let path = folder.path("user.sqlite")
            try Spoiled.write(whole, to: path)
            try Spoiled.write(backup, to: folder.path("user.backup.sqlite"))
            try Garbage.write(over: page, of: path, seed: seed)
            let broken = try Spoiled.bytes(path)
            let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
            let plan = try await stores.repairer.survey().first
            #expect(try Spoiled.bytes(path) == broken, "page \(page): looking changes nothing")
            guard let plan else {
                // An unused page, or one outside any tree: nothing is lost.
                #expect(try await stores.user.favorites().count == 60, "page \(page)")
                continue
            }
            let outcome = try await stores.repairer.repair(plan.file)
            #expect(outcome.plan == plan, "page \(page): what was said is what was done")
            #expect(try Spoiled.bytes(outcome.aside) == broken, "page \(page): the broken file is kept")
            let rescued = try #require(plan.rescued)
            let kept = try await stores.user.favorites()
            #expect(kept.count == rescued.favorites)
            #expect(Set(kept).isSubset(of: Set(favorites)), "page \(page): nothing is made up")
            #expect(kept.map(\.addedAt) == kept.map(\.addedAt).sorted(by: >), "page \(page): the order is kept")
            #expect(Set(kept).isSuperset(of: favorites.dropLast(10)), "page \(page): the backup is used")
            #expect(kept.count + rescued.lost.count == 60, "page \(page): what is lost is named")
            #expect(try await stores.repairer.survey().isEmpty, "page \(page): what was repaired is whole")
            #expect(try Spoiled.rights(path) == 0o600)
            #expect(try await stores.user.keptSettings() == Self.settings, "page \(page)")
            #expect(try await stores.user.savedSearches().count == 2, "page \(page)")
            #expect(try folder.names().allSatisfy { !$0.contains("repair") }, "page \(page): nothing is left over")
        }
    }

    @Test func `a page of garbage costs only read marks and watched searches that are newer than the backup`()
        async throws
    {
        let model = TemporaryFolder()
        let old = (0..<400).map { RecordAddress(source: .news, key: "an article with a long key \($0)") }
        let new = (0..<200).map { RecordAddress(source: .cities, key: "a city with a long key \($0)") }
        func marks(_ addresses: [RecordAddress]) -> [RecordAddress: ReadMarks.OfRecord] {
            Dictionary(addresses.map { ($0, .init(isRead: true, at: noon)) }) { $1 }
        }
        let watch = Watch(name: "fr", command: "mail me", since: noon)
        do {
            let stores = try Stores.open(folder: model.path, clock: clock)
            try await stores.user.keepSetting("limit", "20")
            try await stores.readMarks.mark(marks(old))
            try await stores.alerts.saveWatch(watch)
            try UserBackups(file: model.path("user.sqlite"), clock: clock).make()
            try await stores.readMarks.mark(marks(new))
            try await stores.readMarks.mark([SourceID.news: .init(at: noon.addingTimeInterval(-1), changes: 7)])
        }
        try await Self.settle(model.path("user.sqlite"))
        let whole = try Spoiled.bytes(model.path("user.sqlite"))
        let backup = try Spoiled.bytes(model.path("user.backup.sqlite"))
        var partial = 0
        for page in 1...(try Garbage.pages(of: model.path("user.sqlite"))) {
            let folder = TemporaryFolder()
            try Spoiled.write(whole, to: folder.path("user.sqlite"))
            try Spoiled.write(backup, to: folder.path("user.backup.sqlite"))
            try Garbage.write(over: page, of: folder.path("user.sqlite"), seed: 1)
            let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
            for plan in try await stores.repairer.survey() { _ = try await stores.repairer.repair(plan.file) }
            #expect(try await stores.repairer.survey().isEmpty, "page \(page)")
            let kept = Set(try await stores.readMarks.readMarks().records.keys)
            #expect(kept.isSuperset(of: old) && kept.isSubset(of: old + new), "page \(page)")
            if kept.count > old.count, kept.count < old.count + new.count { partial += 1 }
            #expect(try await stores.alerts.watches() == [watch], "page \(page)")
        }
        #expect(partial > 0, "what can still be read in a damaged table is kept")
    }

    @Test func `rescues favorites from the log even if the header of the file is destroyed`()
        async throws
    {
        let folder = TemporaryFolder()
        let path = folder.path("user.sqlite")
        let favorites: [Favorite]
        let copies: [(String, Data)]
        do {
            // The log stays while a connection is open.
            let stores = try Stores.open(folder: folder.path)
            #expect(try await stores.user.favorites().isEmpty)
            favorites = try await Self.filled(favorites: 30, in: folder)
            copies = try ["", "-wal"].map { (path + $0, try Spoiled.bytes(path + $0)) }
        }
        for (path, bytes) in copies { try Spoiled.write(bytes, to: path) }
        try? FileManager.default.removeItem(atPath: path + "-shm")
        let log = try Spoiled.bytes(path + "-wal")
        #expect(log.count > 20_000)
        try Garbage.write(over: 1, of: path, seed: 1)
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        for plan in try await stores.repairer.survey() { _ = try await stores.repairer.repair(plan.file) }
        #expect(Set(try await stores.user.favorites()) == Set(favorites))
        #expect(try await stores.user.keptSettings() == Self.settings)
    }

    @Test func `rescues favorites found only in the log despite a page of garbage, or names them as lost`()
        async throws
    {
        let model = TemporaryFolder()
        let path = model.path("user.sqlite")
        _ = try await Self.filled(favorites: 40, in: model)
        try await Self.settle(path)
        let stores = try Stores.open(folder: model.path)
        let later = (0..<5).map { number in
            let record = Record(key: "later\(number)", title: "Later \(number)")
            return Favorite(
                source: .cities, kind: "cities", record: record, addedAt: noon.addingTimeInterval(1_000), tags: [],
                note: nil)
        }
        for favorite in later { _ = try await stores.user.addFavorite(favorite, limit: 100) }
        let copies = try ["", "-wal"].map { ($0, try Spoiled.bytes(path + $0)) }
        var (broken, hidden) = (0, 0)
        for page in 2...(try Garbage.pages(of: path)) where broken < 4 {
            let folder = TemporaryFolder()
            for (suffix, bytes) in copies { try Spoiled.write(bytes, to: folder.path("user.sqlite" + suffix)) }
            try Garbage.write(over: page, of: folder.path("user.sqlite"), seed: 3)
            let opened = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
            guard let plan = try await opened.repairer.survey().first else { continue }
            broken += 1
            _ = try await opened.repairer.repair(plan.file)
            let kept = Set(try await opened.user.favorites())
            let gone = later.filter { !kept.contains($0) }
            #expect(plan.rescued?.lost.count ?? 0 >= gone.count, "page \(page): what is lost is named")
            if !gone.isEmpty { hidden += 1 }
        }
        #expect(broken > 2)
        #expect(hidden <= 1, "only the page that leads to all others hides them")
    }

    @Test(arguments: [0, 1, 2])
    func `a repair interrupted at any step leaves the old file or the new one`(steps: Int) async throws {
        let folder = TemporaryFolder()
        let path = folder.path("user.sqlite")
        let favorites: [Favorite]
        let log: Data
        do {
            // The log stays while a connection is open.
            let stores = try Stores.open(folder: folder.path)
            #expect(try await stores.user.favorites().isEmpty)
            favorites = try await Self.filled(favorites: 60, in: folder)
            log = try Spoiled.bytes(path + "-wal")
        }
        try Garbage.write(over: 4, of: path, seed: 1)
        try Spoiled.write(log, to: path + "-wal")
        let work = try WorkFolder(beside: path)
        defer { work.remove() }
        let backup = try #require(UserBackups(file: path, clock: clock).newestWhole)
        let rescue = UserRescue(try await work.contents(), backup: backup)
        #expect(rescue.favorites.count >= 50)
        try await work.build(rescue)
        for page in 1...(steps == 0 ? 1 : try Garbage.pages(of: path)) {
            try Garbage.write(over: page, of: path, seed: 2)
        }
        // The renames of an install, up to the step at which it stops.
        for (name, suffix) in [("new.sqlite.log", "-wal"), ("new.sqlite", "")].prefix(steps) {
            #expect(rename(work.path(name), path + suffix) == 0)
        }
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        let kept: [Favorite] = steps == 0 ? favorites.reversed() : rescue.favorites.reversed()
        #expect(try await stores.user.favorites() == kept)
        #expect(try await stores.user.keptSettings() == Self.settings)
    }

    @Test(arguments: ["", "not a database", "SQLite format 3\u{0}"])
    func `repairs a file with nothing readable to an empty one, and keeps the original`(text: String) async throws {
        let folder = TemporaryFolder()
        try Spoiled.write(Data(text.utf8), to: folder.path("user.sqlite"))
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        let plans = try await stores.repairer.survey()
        #expect(plans.count == (text.isEmpty ? 0 : 1), "a file without a byte is a new one")
        for plan in plans {
            #expect(plan.rescued?.favorites == 0)
            let outcome = try await stores.repairer.repair(plan.file)
            #expect(try Spoiled.bytes(outcome.aside) == Data(text.utf8))
        }
        #expect(try await stores.user.favorites().isEmpty)
    }

    @Test func `replaces no file that another process changed while its replacement was being built`() async throws {
        let folder = TemporaryFolder()
        let (path, pipe) = (folder.path("user.sqlite"), folder.path("user.backup.sqlite"))
        try Spoiled.write(Data("not a database".utf8), to: path)
        // Opening this backup waits for the other process.
        #expect(mkfifo(pipe, 0o600) == 0)
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        let other = Task {
            let isBuilding = try await eventually { try folder.names().contains { $0.contains("repair") } }
            try DurableFile.settle(path, modified: noon)
            close(open(pipe, O_WRONLY | O_CLOEXEC))
            return isBuilding
        }
        await #expect(throws: StoreError.self) { try await stores.repairer.repair(path) }
        // If the repair did not read the backup, the other process is still waiting.
        let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(try await other.value)
        close(end)
        #expect(try Spoiled.bytes(path) == Data("not a database".utf8))
        #expect(try folder.names().allSatisfy { !$0.contains("repair") && !$0.contains("damaged") })
    }

    @Test func `leaves an intact store alone`() async throws {
        let folder = TemporaryFolder()
        _ = try await Self.filled(favorites: 3, in: folder)
        let stores = try Stores.open(folder: folder.path)
        #expect(try await stores.repairer.survey().isEmpty)
        await #expect(throws: StoreError.self) { try await stores.repairer.repair(folder.path("user.sqlite")) }
        #expect(try await stores.user.favorites().count == 3)
    }

    @Test func `a file with the greatest possible row number can be repaired`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("user.sqlite")
        do {
            let users = try Stores.open(folder: folder.path, clock: clock).user
            for (title, note) in [("Rome", "short"), ("Oslo", String(repeating: "x", count: 20_000))] {
                let favorite = Favorite(
                    source: .cities, kind: "cities", record: .titled(title), addedAt: noon, tags: [], note: note)
                _ = try await users.addFavorite(favorite, limit: 9)
            }
        }
        let raw = try DatabaseQueue(path: path)
        let page = try await raw.writeWithoutTransaction { db in
            try db.execute(sql: "UPDATE favorite SET place = 9223372036854775806 + (key = 'Oslo')")
            _ = try db.checkpoint(.truncate)
            return try Int.fetchOne(
                db,
                sql: """
                    SELECT pageno FROM dbstat WHERE name = 'favorite' AND pagetype = 'overflow' ORDER BY path LIMIT 1
                    """)
        }
        try raw.close()
        try Garbage.write(over: try #require(page), of: path, seed: 1)
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        let rescued = try #require(try await stores.repairer.survey().first?.rescued)
        #expect(rescued.favorites == 1 && rescued.lost == ["cities:Oslo"])
    }

    @Test func `a repair that is interrupted while it checks the index moves no file`() async throws {
        let folder = TemporaryFolder()
        try await Stores.open(folder: folder.path).mirror.fill(with: [.titled("Rome")])
        let path = folder.path("mirror.sqlite")
        let mirror = StoreFile(
            path: path,
            settings: .init(
                migrator: MirrorSchema.migrator, pragmas: MirrorSchema.pragmas, functions: SearchFunctions.all,
                watch: { db in
                    db.trace { event in
                        if "\(event)".contains("INDEXED BY record_key") { withUnsafeCurrentTask { $0?.cancel() } }
                    }
                }))
        let backups = UserBackups(file: folder.path("user.sqlite"), clock: clock)
        let user = StoreFile(
            path: backups.file, settings: .init(migrator: UserSchema.migrator, pragmas: UserSchema.pragmas))
        let repair = StoreRepair(mirror: mirror, user: user, marker: CorruptionMarker(of: path), backups: backups)
        let task = Task { try await repair.repair(path) }
        await #expect(throws: StoreError.cancelled) { try await task.value }
        #expect(try folder.names().allSatisfy { !$0.contains("damaged") })
    }

    @Test func `a repair removes the copy that a killed one left, but not that of another process`() async throws {
        let folder = TemporaryFolder()
        let ended = Process()
        ended.executableURL = URL(filePath: "/bin/true")
        try ended.run()
        ended.waitUntilExit()
        let (left, other) = ("user.sqlite.repair-\(ended.processIdentifier)", "user.sqlite.repair-\(getppid())")
        for name in [left, other] { try Spoiled.write(Data("x".utf8), to: folder.path(name) + "/old.sqlite") }
        try Spoiled.write(Data("not a database".utf8), to: folder.path("user.sqlite"))
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        #expect(try await stores.repairer.survey().count == 1)
        #expect(try folder.names().filter { $0.contains("repair") } == [other])
    }

    @Test func `does not repair a file from a newer version`() async throws {
        let folder = TemporaryFolder()
        _ = try await Self.filled(favorites: 3, in: folder)
        let raw = try DatabaseQueue(path: folder.path("user.sqlite"))
        try await raw.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('of the future')") }
        try raw.close()
        let stores = try Stores.open(folder: folder.path, clock: clock, toleratesFaults: true)
        let path = folder.path("user.sqlite")
        await #expect(throws: StoreError.newerVersion(file: path)) { try await stores.repairer.survey() }
    }

    @Test func `recreates a mirror with a page of garbage, and the session continues with it`() async throws {
        let folder = TemporaryFolder()
        do {
            let stores = try Stores.open(folder: folder.path)
            try await stores.mirror.fill(with: (0..<2_000).map { .titled("Town \($0)") })
        }
        let path = folder.path("mirror.sqlite")
        try await Self.settle(path)
        try Garbage.write(over: 9, of: path, seed: 1)
        let broken = try Spoiled.bytes(path)
        let stores = try Stores.open(folder: folder.path, clock: clock)
        let plan = try #require(try await stores.repairer.survey().first)
        #expect(plan.rescued == nil)
        let outcome = try await stores.repairer.repair(plan.file)
        #expect(try Spoiled.bytes(outcome.aside) == broken)
        #expect(try await stores.mirror.states().isEmpty)
        #expect(try await stores.mirror.fill(with: [.titled("Rome")]).change.added == 1)
    }

    @Test func `damage found while reading the mirror makes the next run recreate it`() async throws {
        let folder = TemporaryFolder()
        do {
            let stores = try Stores.open(folder: folder.path)
            try await stores.mirror.fill(with: (0..<2_000).map { .titled("Town \($0)") })
        }
        let path = folder.path("mirror.sqlite")
        try await Self.settle(path)
        // The first pages of the tables; the list of tables itself is intact, so opening the file succeeds.
        for page in 5...20 { try Garbage.write(over: page, of: path, seed: 3) }
        let broken = try Spoiled.bytes(path)
        do {
            let stores = try Stores.open(folder: folder.path, clock: clock)
            await #expect(throws: StoreError.self) { try await stores.mirror.titles(matching: "town 77") }
            #expect(try Spoiled.bytes(path) == broken)
        }
        let stores = try Stores.open(folder: folder.path, clock: clock)
        #expect(stores.notices.count == 1)
        #expect(stores.notices.first?.contains("“refresh” to fill it") == true)
        #expect(try await stores.mirror.states().isEmpty)
        #expect(try Stores.open(folder: folder.path, clock: clock).notices.isEmpty)
    }
}
