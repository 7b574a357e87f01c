import Foundation
import Testing

@testable import AggFiles

struct UnnamedFileTests {
    @Test func `reads what was appended, from any position`() throws {
        let file = try UnnamedFile()
        for text in ["hello, ", "world"] { try Array(text.utf8).withUnsafeBytes { try file.append($0) } }
        #expect(try PositionalRead.bytes(file.descriptor, at: 0, count: 100) == Array("hello, world".utf8))
        #expect(try PositionalRead.bytes(file.descriptor, at: 7, count: 3) == Array("wor".utf8))
        #expect(try PositionalRead.bytes(file.descriptor, at: 12, count: 1) == [])
    }

    @Test func `has no name and is readable only by its owner`() throws {
        let file = try UnnamedFile()
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.descriptor)")
        #expect(link.hasPrefix(UnnamedFile.folder + "/") && link.hasSuffix(" (deleted)"))
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test(arguments: [
        (["TMPDIR": "/"], "/"), (["TMPDIR": "/dev/null/folder"], "/var/tmp"), ([:], "/var/tmp"),
    ])
    func `uses TMPDIR if it can be written, else /var/tmp`(
        _ environment: [String: String], _ folder: String
    ) {
        // Only root can write to the root folder.
        if environment["TMPDIR"] == "/", geteuid() != 0 { return }
        #expect(UnnamedFile.folder(of: environment) == folder)
    }

    @Test func `an error uses the system's words`() {
        let error = #expect(throws: SystemError.self) { try PositionalRead.bytes(-1, at: 0, count: 1) }
        #expect(error == SystemError(number: EBADF))
        #expect(error?.reason == "Bad file descriptor")
    }
}
