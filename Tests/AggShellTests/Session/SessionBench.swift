import AggCore
import AggSource
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AggCommands
@testable import AggShell

/// Sessions with a test's own commands, and everything they write.
struct SessionBench {
    let output = try? CapturedStream()
    let errors = try? CapturedStream()
    let streams: StandardStreams
    let session = Session()
    let context: CommandContext
    var policy = CommandRunner.Policy()
    var missingRows: MissingRowsNotice?
    var environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    var failures = FailurePolicy()
    var interrupts: InterruptMonitor?
    /// Additional commands for a test.
    var commands: [any Command] = []

    init() throws {
        streams = StandardStreams(
            output: try #require(output).descriptor, error: try #require(errors).descriptor)
        let services = SourceServices(http: StubHTTPClient([:]))
        let aggregator = Aggregator(
            registry: try SourceRegistry(kinds: []), store: InMemoryRecordStore(), users: InMemoryUserStore(),
            services: services)
        let commands = CommandRegistry(
            CommandRegistry.builtIn.commands + [
                EndingCommand("ok", .done), EndingCommand("partly", .partial), EndingCommand("alert", .alerts),
                EndingCommand("stale", .done, isStale: true),
                EndingCommand("five", .sourceFailed), FailingCommand(),
            ])
        context = CommandContext(aggregator: aggregator, session: session, commands: commands)
    }

    var executor: CommandExecutor {
        var terminal = TerminalEnvironment(environment: environment)
        terminal.hasTerminalOutput = false
        var context = context
        context.commands = CommandRegistry(context.commands.commands + commands)
        return CommandExecutor(
            runner: CommandRunner(context: context, policy: policy), session: session, streams: streams,
            terminal: terminal, interrupts: interrupts,
            progress: ProgressDisplay(streams: streams, isEnabled: false),
            missingRows: missingRows, failures: failures)
    }

    /// Runs a script and returns its exit status.
    func run(_ script: String, bail: Bool = false, strict: Bool = false) async -> Int32 {
        var bench = self
        bench.policy.isStrict = strict
        bench.failures = FailurePolicy(stopsAtFailure: bail, isStrict: strict)
        let status = await ScriptSession(
            reader: TextLineReader(script, streams: streams), executor: bench.executor, streams: streams,
            interrupts: nil, failures: bench.failures
        ).run()
        streams.flush()
        return status.rawValue
    }

    var written: String { output?.text ?? "" }
    var complaints: String { errors?.text ?? "" }
}

/// A command that prints its name and exits with a status.
private struct EndingCommand: AggCommands.Command {
    let declaration: CommandDeclaration
    let readsRecords: Bool
    private let status: AggCommands.ExitStatus
    private let isStale: Bool

    init(_ name: String, _ status: AggCommands.ExitStatus, isStale: Bool = false) {
        declaration = CommandDeclaration(
            name: name, summary: "Ends.", examples: [.init(line: name, effect: "ends")])
        self.status = status
        self.isStale = isStale
        readsRecords = isStale
    }

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        guard isStale else { return CommandOutput(TextAnswer(declaration.name), status: status) }
        return CommandOutput(RecordReport(.stale, columns: []), status: status)
    }
}

/// A command that always fails.
private struct FailingCommand: AggCommands.Command {
    let declaration = CommandDeclaration(
        name: "fail", summary: "Fails.", examples: [.init(line: "fail", effect: "fails")])

    func run(_ arguments: Arguments, in context: CommandContext) async throws(CommandError) -> CommandOutput {
        throw CommandError(code: "broken", message: "it is broken", source: SourceID("towns"))
    }
}

extension RecordsAnswer {
    /// An answer from a source whose rows are stale.
    fileprivate static let stale = RecordsAnswer(
        rows: [], sources: [Source(status: .sample("towns", origin: .remote, isStale: true), matched: 0)])
}

/// A stream that writes to a file, and the text written to it.
final class CapturedStream: Sendable {
    let descriptor: Int32
    private let folder: TemporaryFolder
    private let handle: FileHandle

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("stream")
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        handle = try FileHandle(forWritingTo: URL(filePath: path))
        descriptor = handle.fileDescriptor
    }

    var text: String { (try? String(contentsOfFile: folder.path("stream"), encoding: .utf8)) ?? "" }
}
