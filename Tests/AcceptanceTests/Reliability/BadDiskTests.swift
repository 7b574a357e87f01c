import AggSource
import Foundation
import TestSupport
import Testing

extension ReliabilityTests {
    /// Disks that are full, return errors, do not lock, or contain garbage: agg reports it, makes nothing worse, and
    /// recovers what can be read.
    struct BadDiskTests {
        /// A store of cities and some favorites with tags and notes, with nothing left in the write-ahead logs.
        static func home(cities: Int, favorites: Int) async throws -> Agg {
            let agg = try Agg()
            try agg.configure(cities: try agg.file("cities.json", CityList.plain(cities)), "favorites: {limit: 1000}")
            let marks = (1...favorites).map { "favorite cities:\($0) --tag t\($0 % 3) --note \"note \($0)\"" }
            let script = (["refresh"] + marks + ["save p search place", "set --keep limit 7"]).joined(separator: "\n")
            #expect(try await agg.run("--quiet", input: script).status == 0)
            // A backup is made once an hour, and all this took less.
            try FileManager.default.removeItem(atPath: agg.folder.path("store/user.backup.sqlite"))
            #expect(try await agg.run("set", "--keep", "limit", "8").status == 0)
            for name in ["mirror.sqlite", "user.sqlite"] { try StoreFile(name, of: agg).settle() }
            return agg
        }

        /// Commands that show the contents of a store in one run.
        private static let questions =
            "search place --limit 1000 --json; list cities --limit 3 --json; favorites --json"

        private static func records(_ result: Agg.Result, _ place: Int) throws -> [JSONValue] {
            let lines = result.output.split(separator: "\n")
            guard lines.indices.contains(place) else { return [] }
            return try JSONValue(parsing: String(lines[place]))["records"]?.arrayValue ?? []
        }

        /// The pages to damage: all of them in the long run.
        private static func pages(_ count: Int, few: Int, _ part: Int) -> [Int] {
            guard !Soak.isLong else { return Array(1...count) }
            var choices = Soak.choices(part)
            return [1] + (1..<few).map { _ in 2 + choices.below(count - 1) }
        }

        @Test func `a mirror with a garbage page is reported, set aside, and fetched again`() async throws {
            let agg = try await Self.home(cities: Soak.count(400, long: 3_000, "AGG_SOAK_CITIES"), favorites: 3)
            let mirror = StoreFile("mirror.sqlite", of: agg)
            let (whole, user) = (try mirror.bytes, try StoreFile("user.sqlite", of: agg).bytes)
            let healthy = try await agg.run("-c", Self.questions)
            let pages = Self.pages(try mirror.pages, few: 5, 1)
            var lost: [String] = []
            var noticed = 0
            for page in pages {
                try agg.putBack(mirror, whole)
                try mirror.overwrite(page: page, seed: Soak.seed)
                let asked = try await agg.run("-c", Self.questions)
                if asked.wasKilled { lost.append("page \(page): a crash: \(asked.errors.suffix(300))") }
                let isTold = asked.errors.contains("mirror.sqlite")
                if isTold { noticed += 1 }
                if !isTold, try Self.records(asked, 0) != Self.records(healthy, 0) {
                    lost.append("page \(page): another answer, and nothing said")
                }
                if try StoreFile("user.sqlite", of: agg).bytes != user { lost.append("page \(page): the user file") }
                // The next run sets aside a mirror whose damage was noticed; doctor sets aside the others.
                let mended = try await agg.run("-c", "doctor --repair --json; refresh --force; doctor --full --json")
                if mended.wasKilled || mended.status == 2 { lost.append("page \(page): \(mended.errors.suffix(300))") }
                let after = try await agg.run("-c", Self.questions)
                for place in 0..<3 where try Self.records(after, place) != Self.records(healthy, place) {
                    lost.append("page \(page): other rows after the repair")
                }
                if after.status != 0 || !after.errors.isEmpty {
                    lost.append("page \(page): \(after.errors.prefix(300))")
                }
            }
            #expect(noticed > 0)
            Soak.report("each page of the mirror overwritten in turn", tried: "\(pages.count) pages", lost: lost)
        }

        @Test func `a user file with a garbage page is reported, never replaced automatically, and repaired`()
            async throws
        {
            let count = Soak.count(60, long: 400, "AGG_SOAK_FAVORITES")
            let agg = try await Self.home(cities: 400, favorites: count)
            let user = StoreFile("user.sqlite", of: agg)
            let whole = try user.bytes
            let healthy = try Self.records(await agg.run("-c", "favorites --json"), 0)
            #expect(healthy.count == count)
            let pages = Self.pages(try user.pages, few: 5, 2)
            var lost: [String] = []
            var (saved, gone) = (0, 0)
            for page in pages {
                try agg.putBack(user, whole)
                try user.overwrite(page: page, seed: Soak.seed)
                let broken = try user.bytes
                let asked = try await agg.run("-c", "search place; favorites --json; saved; set")
                if asked.wasKilled { lost.append("page \(page): a crash: \(asked.errors.suffix(300))") }
                if try user.bytes != broken { lost.append("page \(page): the file was changed by reading it") }
                let shown = try asked.output.split(separator: "\n").first { $0.hasPrefix("{") }
                    .flatMap { try JSONValue(parsing: String($0))["records"]?.arrayValue }
                if shown != healthy, !asked.errors.contains("user.sqlite") {
                    lost.append("page \(page): other favorites, and nothing said")
                }
                let repair = try await agg.run("--offline", "doctor", "--repair", "--json")
                if repair.wasKilled { lost.append("page \(page): a crash: \(repair.errors.suffix(300))") }
                let told = try repair.json["repairs"]?.arrayValue?.first
                let after = try await agg.run("favorites", "--json")
                let kept = try Self.records(after, 0)
                if after.status != 0 { lost.append("page \(page): not repaired: \(after.errors.prefix(300))") }
                if !kept.allSatisfy(healthy.contains) { lost.append("page \(page): favorites that were not there") }
                if let told {
                    let aside = told["aside"]?.stringValue ?? ""
                    if try Data(contentsOf: URL(filePath: aside)) != broken {
                        lost.append("page \(page): the broken file was not kept")
                    }
                    if kept.count < count {
                        lost.append("page \(page): \(count - kept.count) gone, though the backup has them")
                    }
                } else if kept != healthy {
                    lost.append("page \(page): nothing repaired, and favorites are gone")
                }
                saved += kept.count
                gone += count - kept.count
            }
            Soak.report(
                "each page of the user file overwritten in turn, with a backup: \(saved) favorites saved, \(gone) lost",
                tried: "\(pages.count) pages", lost: lost)
        }

        @Test(.enabled(if: FaultyDisk.isThere, "there is no C compiler to make a faulty disk with"))
        func `a disk that fails during a write loses no existing data`() async throws {
            let disk = try #require(FaultyDisk())
            let agg = try await Self.home(cities: 300, favorites: 5)
            let files = ["mirror.sqlite", "user.sqlite"].map { StoreFile($0, of: agg) }
            let whole = try files.map { try $0.bytes }
            var choices = Soak.choices(3)
            var lost: [String] = []
            let moments = Soak.count(10, long: 200, "AGG_SOAK_FAULTS")
            for moment in 1...moments {
                for (file, bytes) in zip(files, whole) { try agg.putBack(file, bytes) }
                _ = try agg.file("cities.json", CityList.plain(400 + moment))
                let error = moment % 2 == 0 ? EIO : ENOSPC
                let fault = FaultyDisk.Fault.writing(from: 1 + choices.below(moment < 4 ? 12 : 120), error: error)
                let broken = try await agg.run(
                    "-c", "favorite cities:77; refresh --force; favorite cities:78 --json",
                    environment: disk.environment(fault))
                if broken.wasKilled { lost.append("\(fault): a crash: \(broken.errors.suffix(300))") }
                let acknowledged = [77, 78].filter {
                    broken.output.contains($0 == 77 ? "Place 77" : "\"address\":\"cities:78\"")
                }
                let after = try await agg.run("-c", Self.questions)
                let cities = try Self.records(after, 0).count
                if ![300, 400 + moment].contains(cities) { lost.append("\(fault): \(cities) cities") }
                let favorites = try Self.records(after, 2).compactMap { $0["key"]?.stringValue }
                if !Set(favorites).isSuperset(of: (1...5).map(String.init) + acknowledged.map(String.init)) {
                    lost.append("\(fault): favorites \(favorites), acknowledged \(acknowledged)")
                }
                if after.status != 0 { lost.append("\(fault): \(after.errors.prefix(300))") }
                if broken.status != 0, broken.errors.isEmpty { lost.append("\(fault): failed without a word") }
                let faults = try StoreCheck(agg).faults()
                if !faults.isEmpty { lost.append("\(fault): \(faults)") }
            }
            Soak.report("writes fail from a random moment on", tried: "\(moments) times", lost: lost)
        }

        @Test(.enabled(if: FaultyDisk.isThere, "there is no C compiler to make a faulty disk with"))
        func `reports a disk that cannot be read or cannot lock files`() async throws {
            let disk = try #require(FaultyDisk())
            let agg = try await Self.home(cities: 20, favorites: 1)
            let before = try ["mirror.sqlite", "user.sqlite"].map { try StoreFile($0, of: agg).bytes }
            for fault in [FaultyDisk.Fault.reading(from: 3), .locking(error: ENOLCK), .locking(error: EINVAL)] {
                let variables = disk.environment(fault)
                // Each command waits for a refused lock, so one command is enough.
                for line in fault.isWaitedFor ? ["search place"] : ["search place", "favorites", "refresh"] {
                    let result = try await agg.run("-c", line, environment: variables)
                    #expect(!result.wasKilled, "\(fault) \(line): \(result.errors)")
                    #expect(
                        result.status == 0 || result.errors.contains(".sqlite"), "\(fault) \(line): \(result.errors)")
                }
                let doctor = try await agg.run("--offline", "doctor", "--json", environment: variables)
                #expect(!doctor.wasKilled)
                #expect(doctor.status == 1, "\(fault): \(doctor.output)")
            }
            #expect(try ["mirror.sqlite", "user.sqlite"].map { try StoreFile($0, of: agg).bytes } == before)
            #expect(try await agg.run("favorites", "--json").titles == ["Place 1"])
        }

        @Test(.disabled(if: Sanitizer.isOn, "a sanitizer writes larger files than the limit"))
        func `a file size limit is an error like a full disk`() async throws {
            let agg = try await Self.home(cities: 300, favorites: 5)
            _ = try agg.file("cities.json", CityList.plain(5_000))
            for limit in [1, 64, 400] {
                let program = builtProgram("agg")
                let result = try await agg.shell(
                    "ulimit -f \(limit); exec \(program) -c 'refresh --force; search place'")
                #expect(!result.wasKilled)
                #expect(result.status == 6 || result.status == 1, "\(limit): \(result.status) \(result.errors)")
                #expect(result.errors.contains("agg: "), "\(limit): \(result.errors)")
            }
            #expect(try await agg.run("favorites", "--json").titles.count == 5)
            #expect(try Self.records(await agg.run("-c", Self.questions), 0).count == 300)
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
        func `a store on a full disk can be read but not written`() async throws {
            let agg = try Agg()
            let disk = try SmallDisk(at: agg.folder.path("store"), kilobytes: 8_000)
            defer { disk.remove() }
            #expect(try await agg.run("--offline", "favorite", "cities:2643743").status == 0)
            #expect(try await agg.run("--offline", "set", "--keep", "limit", "1").status == 0)
            for name in ["mirror.sqlite", "user.sqlite"] { try StoreFile(name, of: agg).settle() }
            try disk.fill()
            for line in ["search lon --json", "list cities --json", "favorites --json"] {
                let result = try await agg.run("--offline", "-c", line)
                #expect(result.status == 0, "\(line): \(result.errors)")
                #expect(try result.titles.count == 1, "\(line): the saved limit applies")
            }
            #expect(try await agg.run("--offline", "sql", "SELECT count(*) FROM cities", "--json").status == 0)
            let result = try await agg.run("--offline", "-c", "favorite cities:2988507; favorites --json")
            #expect(result.status == 1)
            #expect(result.errors.contains("is full; free some space and try again"), "\(result.errors)")
            #expect(try result.titles == ["London"])
            try disk.grow(toKilobytes: 20_000)
            #expect(try await agg.run("--offline", "favorites", "--json").titles == ["London"])
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
        func `a disk with too little space for the samples is reported as full`() async throws {
            let agg = try Agg()
            let disk = try SmallDisk(at: agg.folder.path("store"), kilobytes: 400)
            defer { disk.remove() }
            let result = try await agg.run("--offline", "search", "qqqq")
            #expect(result.errors.contains("is full; free some space and try again"), "\(result.errors)")
            #expect(result.status == 1, "without the samples, finding nothing is a failure")
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
        func `an error of storing a sample says that it is about the sample`() async throws {
            let agg = try Agg()
            let disk = try SmallDisk(at: agg.folder.path("store"), kilobytes: 1_000)
            defer { disk.remove() }
            let result = try await agg.run("--offline", "search", "qqqq")
            #expect(
                result.errors.contains("agg: a starter sample could not be stored: the disk that contains "),
                "\(result.errors)")
        }

        @Test(.enabled(if: SmallDisk.canBeMade, "only root can mount a small disk"))
        func `a full disk is reported and loses no existing data`() async throws {
            let model = try await Self.home(cities: 300, favorites: 5)
            var lost: [String] = []
            let held = try ["mirror.sqlite", "user.sqlite"].map { try StoreFile($0, of: model).bytes.count }.reduce(
                0, +)
            let sizes = Soak.count(3, long: 40, "AGG_SOAK_DISKS")
            for step in 0..<sizes {
                let agg = try Agg()
                let room = held / 1_024 + 60 + 1_500 * step / sizes
                let disk = try SmallDisk(at: agg.folder.path("store"), kilobytes: room)
                try agg.configure(
                    cities: try agg.file("cities.json", CityList.plain(4_000)), "favorites: {limit: 1000}")
                for name in ["mirror.sqlite", "user.sqlite"] {
                    try StoreFile(name, of: model).bytes.write(to: URL(filePath: agg.folder.path("store/\(name)")))
                }
                let marks = (1...80).map { "favorite cities:\($0) --note \"\(String(repeating: "n", count: 900))\"" }
                let result = try await agg.run(input: (["refresh --force"] + marks).joined(separator: "\n"))
                if result.wasKilled { lost.append("\(room) kB: a crash: \(result.errors.suffix(300))") }
                if result.status != 0, !result.errors.contains("full") {
                    lost.append("\(room) kB: \(result.errors.prefix(300))")
                }
                let said = Set(
                    result.output.split(separator: "\n").compactMap { line in
                        line.hasPrefix("Added Place ") ? line.split(separator: " ").compactMap { Int($0) }.first : nil
                    })
                try disk.grow(toKilobytes: 20_000)
                let after = try await agg.run("-c", Self.questions)
                let cities = try Self.records(after, 0).count
                if ![300, 1_000].contains(cities) {
                    lost.append("\(room) kB: \(cities) cities: \(after.errors.prefix(200))")
                }
                let favorites = Set(try Self.records(after, 2).compactMap { $0["key"]?.stringValue.flatMap(Int.init) })
                if !favorites.isSuperset(of: said.union(1...5)) {
                    lost.append("\(room) kB: \(said.subtracting(favorites)) were acknowledged and are gone")
                }
                let faults = try StoreCheck(agg).faults()
                if !faults.isEmpty { lost.append("\(room) kB: \(faults)") }
                disk.remove()
            }
            Soak.report("the disk is full", tried: "\(sizes) disks with 60 kB to 1.5 MB of room", lost: lost)
        }
    }
}

extension FaultyDisk {
    /// Whether a faulty disk can be created here.
    static let isThere = FaultyDisk() != nil
}

extension Agg {
    /// Restores a file of the store, without its log and anything set aside or noted since.
    func putBack(_ file: StoreFile, _ bytes: Data) throws {
        let store = folder.path("store")
        let name = (file.path as NSString).lastPathComponent
        for other in try FileManager.default.contentsOfDirectory(atPath: store) where other.hasPrefix(name) {
            try FileManager.default.removeItem(atPath: store + "/" + other)
        }
        try bytes.write(to: URL(filePath: file.path))
    }
}

/// A disk in memory, small enough to fill up soon.
struct SmallDisk {
    private let path: String

    /// Whether this process may mount one.
    static let canBeMade: Bool = {
        guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
        guard let disk = try? SmallDisk(at: folder.path("disk"), kilobytes: 100) else { return false }
        disk.remove()
        return true
    }()

    struct NotMounted: Error {}

    init(at path: String, kilobytes: Int) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k,mode=700", "none", path)
    }

    /// Uses up the free space.
    func fill() throws {
        let rest = path + "/rest"
        try Data().write(to: URL(filePath: rest))
        let file = try FileHandle(forWritingTo: URL(filePath: rest))
        let page = Data(repeating: 0, count: 4_096)
        while (try? file.write(contentsOf: page)) != nil {}
        try file.close()
    }

    func grow(toKilobytes size: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(size)k", path)
    }

    func remove() {
        try? Self.run("umount", "-l", path)
    }

    private static func run(_ program: String, _ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NotMounted() }
    }
}
