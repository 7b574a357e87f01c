import AggCore
import AggSearch
import AggSource
import AggStorage
import Testing

import AggCommands

@Suite struct CommandErrorTests {
    private struct Oddity: Error {}

    private static let told = CommandError(code: "no_place", message: "no place found", source: SourceID("towns"))

    @Test(
        arguments: [
            (told, told), (StoreError.cancelled, .interrupted), (SourceChangeError.store(.cancelled), .interrupted),
            (SourceChangeError.source(.cancelled), .interrupted),
            (
                StoreError.locked(file: "a"),
                CommandError(code: StoreError.locked(file: "a").code, message: StoreError.locked(file: "a").reason)
            ),
            (
                SourceChangeError.store(.locked(file: "a")),
                CommandError(code: StoreError.locked(file: "a").code, message: StoreError.locked(file: "a").reason)
            ),
            (
                StoreError.server(code: StoreError.usageCode, reason: "invalid store URL"),
                CommandError(code: "usage", message: "invalid store URL", status: .usage)
            ),
            (QueryFault(word: "x:", message: "no x"), CommandError(code: "usage", message: "no x", status: .usage)),
            (SourceChangeError.refused("not so"), CommandError(code: "refused", message: "not so")),
            (SourceChangeError.failed("no disk"), CommandError(code: "file", message: "no disk")),
            (Oddity(), CommandError(code: "failed", message: "Oddity()")),
        ] as [(any Error, CommandError)])
    func `every error is a sentence with a status`(error: any Error, expected: CommandError) {
        #expect(CommandError(error) == expected)
    }

    @Test func `an error for somebody who types no commands ends before the usage`() async throws {
        var bench = try Bench()
        bench.context.isServed = true
        #expect(await bench.error(of: "near")?.message == "missing PLACE")
        let message = await bench.error(of: "show 'x; usage: y'")?.message
        #expect(message?.contains("x; usage: y") == true)
    }

    @Test func `a failed change names its source, but a store error does not`() {
        let towns = SourceID("towns")
        #expect(CommandError(SourceChangeError.refused("not so"), source: towns).source == towns)
        #expect(CommandError(StoreError.locked(file: "a"), source: towns).source == nil)
        #expect(CommandError(SourceChangeError.source(.offline("no network")), source: towns).code == "offline")
    }
}
