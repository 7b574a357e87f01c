import AggSource
import Testing

import AggShell

struct TerminalHealthTests {
    private func finding(_ name: String, _ environment: [String: String]) async -> HealthFinding? {
        await TerminalHealth(environment: environment).findings(in: HealthScope()).first { $0.name == name }
    }

    @Test(arguments: [
        ([:], HealthFinding.Status.ok, "not set"), (["LANG": "C.UTF-8"], .ok, "C.UTF-8"),
        (["LANG": "C"], .warning, "C is not UTF-8"), (["LANG": "C.UTF-8", "LC_ALL": "POSIX"], .warning, "POSIX"),
        (["LC_CTYPE": "xx_YY.UTF-8"], .warning, "is not installed"),
    ])
    func `checks the locale`(
        environment: [String: String], status: HealthFinding.Status, detail: String
    ) async throws {
        let found = try #require(await finding("locale", environment))
        #expect(found.status == status)
        #expect(found.detail.contains(detail))
        #expect((found.fix == nil) == (status == .ok))
    }

    @Test func `skips the terminal check without a terminal`() async throws {
        guard !isTerminal(1) else { return }
        #expect(await finding("terminal", ["TERM": "xterm"])?.status == .skipped)
    }
}
