import AggCommands
import Foundation
import TestSupport
import Testing

@testable import AggShell

@Suite struct LinkOpenerTests {
    private func failure(_ link: String, program: String?) async throws -> (CommandError?, String?) {
        let folder = try TemporaryFolder()
        if let program {
            let path = folder.path("xdg-open")
            try "#!/bin/sh\n\(program)\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let environment = ["PATH": "\(folder.path):/nonexistent", "OUT": folder.path("out")]
        var error: CommandError?
        do throws(CommandError) {
            try await LinkOpener(environment: environment, interrupts: nil).open(link)
        } catch let caught {
            error = caught
        }
        return (error, try? String(contentsOfFile: folder.path("out"), encoding: .utf8))
    }

    @Test func `gives the link to xdg-open as one argument that no shell reads`() async throws {
        let link = "https://example.org/?a=$(id)&b=`id`;c='d' e"
        let (error, out) = try await failure(link, program: "printf '%s|' $# \"$1\" > \"$OUT\"")
        #expect(error == nil)
        #expect(out == "1|\(link)|")
    }

    @Test func `says where there is none, and where it fails, with the link to open by hand`() async throws {
        let none = try await failure("https://example.org", program: nil).0
        #expect(
            none?.message
                == "there is no xdg-open to open the link with (Debian has it in xdg-utils): https://example.org")
        #expect(none?.status == .failed)
        let failed = try await failure("https://example.org", program: "exit 3").0
        #expect(failed?.message == "xdg-open ended with status 3: https://example.org")
    }
}
