import AggStorage
import Foundation
import GRDB
import Testing

@testable import AggStore

/// How SQLite result codes become store errors.
struct StoreErrorTests {
    @Test(
        arguments: [
            (.SQLITE_BUSY, .locked(file: "f")), (.SQLITE_BUSY_SNAPSHOT, .locked(file: "f")),
            (.SQLITE_LOCKED, .locked(file: "f")), (.SQLITE_READONLY, .readOnly(file: "f")),
            (.SQLITE_READONLY_DIRECTORY, .readOnly(file: "f")), (.SQLITE_FULL, .full(file: "f")),
            (.SQLITE_NOTADB, .damaged(file: "f", detail: "m")),
            (.SQLITE_CORRUPT_VTAB, .damaged(file: "f", detail: "m")),
            (.SQLITE_CANTOPEN, .inaccessible(file: "f", detail: "m")), (.SQLITE_INTERRUPT, .cancelled),
            (.SQLITE_ERROR, .failed(file: "f", detail: "m")),
        ] as [(ResultCode, StoreError)])
    func `maps each code to its error`(code: ResultCode, expected: StoreError) {
        #expect(StoreError(DatabaseError(resultCode: code, message: "m"), file: "f") == expected)
    }

    @Test(
        arguments: [
            (.SQLITE_IOERR_WRITE, "disk error while writing the file; check the disk"),
            (.SQLITE_IOERR_SHORT_READ, "disk error while reading the file; check the disk"),
            (.SQLITE_IOERR_SHMSIZE, "disk error while writing the file; check the disk"),
            (.SQLITE_IOERR_LOCK, "the file system cannot lock files; choose a --store"),
        ] as [(ResultCode, String)])
    func `a disk error says what failed`(code: ResultCode, beginning: String) {
        guard case .diskFailed("f", let detail) = StoreError(DatabaseError(resultCode: code, message: "m"), file: "f")
        else {
            Issue.record("not a failure of the disk")
            return
        }
        #expect(detail.hasPrefix(beginning))
    }

    @Test(arguments: [ResultCode.SQLITE_CANTOPEN, .SQLITE_IOERR_READ])
    func `says that a folder is in place of the file`(code: ResultCode) throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        #expect(
            StoreError(DatabaseError(resultCode: code, message: "m"), file: folder.path)
                == .inaccessible(file: folder.path, detail: "it is a folder, not a file"))
    }

    @Test func `says that a link leads nowhere`() throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: false)
        let link = folder.path("mirror.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("missing"))
        #expect(
            StoreError(DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "m"), file: link)
                == .inaccessible(file: link, detail: "it is a link to a file that does not exist"))
    }

    @Test func `a cancelled task becomes a cancelled operation`() {
        #expect(StoreError(CancellationError(), file: "f") == .cancelled)
    }

    @Test func `passes a store error through unchanged`() {
        #expect(StoreError(StoreError.favoritesFull(limit: 3), file: "f") == .favoritesFull(limit: 3))
    }

    @Test func `reports a damaged row as damage to the file`() {
        #expect(StoreError(DamagedRecord(), file: "f") == .damaged(file: "f", detail: "a row cannot be decoded"))
    }
}
