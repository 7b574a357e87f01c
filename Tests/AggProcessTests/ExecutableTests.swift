import AggProcess
import Foundation
import TestSupport
import Testing

struct ExecutableTests {
    private let environment = ["PATH": "/usr/bin:/bin"]

    @Test func `searches only the folders of PATH`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("mine")
        try "#!/bin/sh\n".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(Executable.path(of: "mine", in: ["PATH": folder.path]) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        #expect(Executable.path(of: "mine", in: ["PATH": "\(folder.path("missing")):\(folder.path)"]) == path)
        #expect(Executable.path(of: "mine", in: environment) == nil)
        #expect(Executable.path(of: "sh", in: [:]) != nil)
    }
}
