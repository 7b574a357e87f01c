import AggSource
import AggStorage
import Foundation
import TestSupport
import Testing

@testable import AggStore

/// Repairs while other processes use the store.
struct ConcurrentRepairTests {
    /// The number of descriptors of a folder that this process has open.
    private static func openDescriptors(of folder: String) throws -> Int {
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return names.count { FileIdentity("/proc/self/fd/\($0)") == FileIdentity(folder) }
    }

    @Test func `replaces no file that another process changed while the repair waited to move it`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("user.sqlite")
        try Spoiled.write(Data("not a database".utf8), to: path)
        let stores = try Stores.open(folder: folder.path, clock: WallClock { noon }, toleratesFaults: true)
        // Another process holds this lock while it opens a file.
        let lock = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(flock(lock, LOCK_SH) == 0)
        let repair = Task { try await stores.repairer.repair(path) }
        // The repair does not wait long, and the tasks of other tests can be busy for longer.
        let isChanged = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                // The replacement is complete once the repair opens the folder to lock it.
                var isWaiting = false
                let end = ContinuousClock.now + PseudoTerminal.patience
                while !isWaiting, .now < end {
                    isWaiting = (try? Self.openDescriptors(of: folder.path)) ?? 0 > 1
                }
                let isChanged = isWaiting && (try? DurableFile.settle(path, modified: noon)) != nil
                close(lock)
                continuation.resume(returning: isChanged)
            }
        }
        #expect(isChanged)
        await #expect(throws: StoreError.self) { try await repair.value }
        #expect(try Spoiled.bytes(path) == Data("not a database".utf8))
        #expect(try folder.names().allSatisfy { !$0.contains("repair") && !$0.contains("damaged") })
    }
}
