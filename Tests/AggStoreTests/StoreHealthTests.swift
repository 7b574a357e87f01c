import AggCore
import Foundation
import GRDB
import Testing

@testable import AggStore

/// What is said of the files of a store.
struct StoreHealthTests {
    private func findings(_ folder: TemporaryFolder, isFull: Bool = false) async throws -> [String: HealthFinding] {
        let stores = try Stores.open(folder: folder.url, toleratesFaults: true)
        let findings = await stores.health.findings(in: HealthScope(isFull: isFull))
        return Dictionary(findings.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func filled() async throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        let stores = try Stores.open(folder: folder.url)
        var records = RandomRecords(seed: 5)
        try await stores.mirror.fill(with: records.records(1_500))
        return folder
    }

    @Test(arguments: [false, true])
    func `nothing is wrong with a new store and a filled one`(isFull: Bool) async throws {
        for folder in [TemporaryFolder(), try await filled()] {
            let found = try await findings(folder, isFull: isFull)
            #expect(Set(found.keys) == ["disk", "mirror", "index", "user", "lock", "sqlite"])
            #expect(found.values.allSatisfy { $0.status == .ok && $0.mend == nil }, "\(found)")
        }
    }

    @Test(arguments: [
        ("DELETE FROM record WHERE id = (SELECT max(id) FROM record)", "should have 1500 rows and has 1499"),
        ("UPDATE source SET records = 7", "should have 7 rows and has 1500"),
        ("INSERT INTO record_text (record_text) VALUES ('delete-all')", "the text index has 0 texts for 1500 rows"),
    ])
    func `an index that does not agree with its rows is damage`(sql: String, detail: String) async throws {
        let folder = try await filled()
        let raw = try DatabaseQueue(path: folder.path("mirror.sqlite"))
        try await raw.write { try $0.execute(sql: sql) }
        try raw.close()
        let finding = try #require(try await findings(folder)["index"])
        #expect(finding.status == .failed)
        #expect(finding.detail.contains(detail), "\(finding.detail)")
        #expect(finding.mend?.contains("agg doctor --repair") == true)
        let stores = try Stores.open(folder: folder.url)
        #expect(try await stores.repairer.survey().map(\.file) == [folder.path("mirror.sqlite")])
    }

    @Test func `a file that is no database is damage with its mend`() async throws {
        let folder = try await filled()
        for name in ["mirror.sqlite", "user.sqlite"] { try Spoiled.write(Data("no".utf8), to: folder.path(name)) }
        let found = try await findings(folder)
        #expect(found["mirror"]?.status == .failed)
        #expect(found["mirror"]?.mend?.contains("refresh fills it") == true)
        #expect(found["user"]?.status == .failed)
        #expect(found["user"]?.mend?.contains("brings what can be read into a new file") == true)
        #expect(try Spoiled.bytes(folder.path("mirror.sqlite")) == Data("no".utf8), "looking sets nothing aside")
    }

    @Test func `a process that holds a file is read from the kernel's list`() {
        let text = """
            1: POSIX  ADVISORY  READ 716 fe:00:1045 1073741826 1073742335
            1: -> POSIX  ADVISORY  WRITE 718 fe:00:1045 1073741824 1073741824
            2: FLOCK  ADVISORY  WRITE 900 fe:00:1045 0 EOF
            3: POSIX  ADVISORY  READ 12 fe:00:1045 1073741826 1073742335
            4: POSIX  ADVISORY  WRITE 13 fe:01:1045 1073741826 1073742335
            garbage
            """
        let holders = LockHolders.holders(in: text, at: ["fe:00:1045"], besides: 12)
        #expect(
            holders == [.init(pid: 716, writes: false), .init(pid: 718, writes: true), .init(pid: 900, writes: true)])
    }
}
