import Foundation
import TestSupport
import Testing

import AggFiles

struct SystemErrorTests {
    private struct Other: LocalizedError {
        let errorDescription: String? = "something else"
    }

    @Test func `describes a Foundation error in the system's words`() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: (any Error).self) {
            try Data("text".utf8).write(to: URL(filePath: folder.path("missing/file")), options: .atomic)
        }
        #expect(error.map { SystemError.reason(of: $0) } == "No such file or directory")
        #expect(SystemError.reason(of: POSIXError(.EACCES)) == "Permission denied")
        #expect(SystemError.reason(of: Other()) == "something else")
    }
}
