import AggCommands
import AggFiles
import Foundation
import Glibc
import TestSupport
import Testing

import AggShell

@Suite struct LinkOpenerTests {
    /// Opens a link.
    ///
    /// Retries if the new program is busy because a process started by another test still has it open.
    private func opened(
        _ link: String, _ environment: [String: String], patience: Duration = .seconds(60)
    ) async -> CommandError? {
        while true {
            do throws(CommandError) {
                try await LinkOpener(environment: environment, patience: patience).open(link)
                return nil
            } catch {
                if !error.message.contains(SystemError(number: ETXTBSY).reason) { return error }
            }
        }
    }

    private func failure(_ link: String, program: String?) async throws -> (CommandError?, String?) {
        let folder = try TemporaryFolder()
        if let program {
            let path = folder.path("xdg-open")
            try "#!/bin/sh\n\(program)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let environment = ["PATH": "\(folder.path):\(folder.path("missing"))", "OUT": folder.path("out")]
        let error = await opened(link, environment)
        return (error, try? String(contentsOfFile: folder.path("out"), encoding: .utf8))
    }

    @Test func `passes the link to xdg-open as one argument, without a shell`() async throws {
        let link = "https://example.org/?a=$(id)&b=`id`;c='d' e"
        let (error, out) = try await failure(link, program: "printf '%s|' $# \"$1\" > \"$OUT\"")
        #expect(error == nil)
        #expect(out == "1|\(link)|")
    }

    @Test func `does not wait for a browser that stays open`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("xdg-open")
        let script = "#!/bin/sh\nwhile [ ! -e \"$GO\" ]; do /bin/sleep 0.01; done\necho noise\n: > \"$DONE\"\n"
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let environment = ["PATH": folder.path, "GO": folder.path("go"), "DONE": folder.path("done")]
        #expect(await opened("https://example.org", environment, patience: .milliseconds(1)) == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.path("done")))
        try Data().write(to: URL(filePath: folder.path("go")))
        #expect(try await eventually { FileManager.default.fileExists(atPath: folder.path("done")) })
    }

    @Test func `reports a missing or failing opener, with the link`() async throws {
        let none = try await failure("https://example.org", program: nil).0
        #expect(
            none?.message
                == "cannot open https://example.org: xdg-open is not installed (Debian: xdg-utils)")
        #expect(none?.status == .failed)
        let failed = try await failure("https://example.org", program: "exit 3").0
        #expect(failed?.message == "cannot open https://example.org: xdg-open exited with status 3")
    }
}
