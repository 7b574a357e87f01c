import AggFiles
package import AggSource
import Foundation
import Subprocess
import SystemPackage

/// Runs each program in its own session, so that it shares neither agg's terminal nor its process group.
package final class SubprocessRunner: ProgramRunner {
    private let grace: Duration
    private let groups = RunningGroups()

    /// Creates a runner; `grace` is the time between SIGTERM and SIGKILL.
    package init(grace: Duration = .seconds(3)) {
        self.grace = grace
    }

    /// Ends all running programs, as when their tasks are canceled; called when agg ends.
    package func endAll() async { await groups.endAll(grace: grace) }

    /// Runs a program to completion, and passes on its standard output piece by piece.
    ///
    /// - Throws: The errors of `ProgramRunner.run`.
    package func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        guard let path = Executable.path(of: program.path, in: program.environment) else {
            throw .program(Self.missing(program))
        }
        let files = try ArgumentFiles(program.arguments)
        // The program opens them by their descriptors, which an optimized build would close after their last use.
        defer { withExtendedLifetime(files) {} }
        let output: OutputPipe
        do { output = try OutputPipe() } catch { throw .program("cannot start \(program.name): \(error.reason)") }
        let group = ProgramGroup(
            output, idleTimeout: program.idleTimeout, runTimeout: program.runTimeout, grace: grace)
        let outcome: (end: TerminationStatus, errors: ErrorTail, fault: SourceError?)
        do {
            let result = try await Subprocess.run(
                .path(FilePath(path)), arguments: Arguments(files.texts),
                environment: .custom(program.environment.map { "\($0)=\($1)" }.map { Array($0.utf8) + [0] }),
                platformOptions: options, input: .none,
                output: .fileDescriptor(
                    FileDescriptor(rawValue: output.writeEnd), closeAfterSpawningProcess: true),
                error: .sequence
            ) { execution in
                let id = execution.processIdentifier.value
                groups.begin(id)
                defer { groups.end(id) }
                return await withTaskCancellationHandler {
                    await watch(output, execution.standardError, id, group, read)
                } onCancel: {
                    groups.noteTermination(id)
                }
            }
            outcome = (result.terminationStatus, result.closureResult.errors, result.closureResult.fault)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            if Task.isCancelled { throw .cancelled }
            throw .program("cannot start \(program.name): \(Executable.fault(of: path) ?? Self.text(of: error))")
        }
        if Task.isCancelled { throw .cancelled }
        if let fault = outcome.fault { throw fault }
        switch group.limitReached {
        case .idle:
            throw .timedOut("\(program.name) printed nothing for \(Age.text(program.idleTimeout))")
        case .run: throw .timedOut("\(program.name) ran longer than \(Age.text(program.runTimeout))")
        case nil: break
        }
        switch outcome.end {
        case .exited(let status):
            return ProgramEnd(.exited(status), lastErrors: outcome.errors.text, hadLeftovers: group.hasLeftovers)
        case .signaled(let signal): return ProgramEnd(.killed(signal), lastErrors: outcome.errors.text)
        }
    }

    /// Requests a new session; canceling the task ends the group, and `ProgramGroup` kills whatever is left of it.
    private var options: PlatformOptions {
        var options = PlatformOptions()
        options.createSession = true
        options.teardownSequence = [
            .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: grace)
        ]
        return options
    }

    /// The description of an error as part of a sentence.
    private static func text(of error: any Error) -> String {
        let text = "\(error)"
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    private static func missing(_ program: Program) -> String {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: program.path, isDirectory: &isFolder)
        if program.path.contains("/"), isFolder.boolValue {
            return "cannot run “\(program.path)”: it is a folder, not a program"
        }
        guard program.path.contains("/"), isThere else {
            return "\(program.name) was not found: no such program “\(program.path)”"
        }
        return "\(program.name) is not executable; run: chmod +x \(program.path)"
    }

    /// Reads the output of a program until it ends, then kills what is left of its group.
    private func watch(
        _ output: OutputPipe, _ errors: SubprocessOutputSequence, _ id: pid_t, _ group: ProgramGroup,
        _ read: ([UInt8]) async throws(SourceError) -> Void
    ) async -> (errors: ErrorTail, fault: SourceError?) {
        group.begin(id)
        async let tail = Self.tail(of: errors, group)
        async let first: Void = Self.waitForFirst(id, group)
        var fault: SourceError?
        while fault == nil, let piece = await output.next() {
            group.pause()
            do throws(SourceError) { try await read(piece) } catch { fault = error }
            group.goOn()
        }
        if fault != nil { group.stop() }
        await first
        group.finish()
        return (await tail, fault)
    }

    private static func waitForFirst(_ id: pid_t, _ group: ProgramGroup) async {
        await ProgramGroup.end(of: id)
        group.firstDidEnd()
    }

    private static func tail(of errors: SubprocessOutputSequence, _ group: ProgramGroup) async -> ErrorTail {
        var tail = ErrorTail()
        var iterator = errors.makeAsyncIterator()
        while let buffer = try? await iterator.next() {
            group.noteActivity()
            tail.add(buffer.withUnsafeBytes { Array($0) })
        }
        return tail
    }
}

/// The last bytes a program wrote to standard error.
private struct ErrorTail: Sendable {
    private static let size = 4_096
    private var bytes: [UInt8] = []

    mutating func add(_ piece: [UInt8]) {
        bytes += piece.suffix(Self.size)
        if bytes.count > 2 * Self.size { bytes.removeFirst(bytes.count - Self.size) }
    }

    var text: String { String(decoding: bytes.suffix(Self.size), as: UTF8.self) }
}

/// The arguments of a program as text, and the temporary files they refer to, which exist as long as this value.
private struct ArgumentFiles {
    private var files: [UnnamedFile] = []
    private(set) var texts: [String] = []

    init(_ arguments: [Program.Argument]) throws(SourceError) {
        for argument in arguments {
            switch argument {
            case .text(let text): texts.append(text)
            case .file(let bytes):
                do throws(SystemError) {
                    let file = try UnnamedFile()
                    var fault: SystemError?
                    bytes.withUnsafeBytes { bytes in
                        do throws(SystemError) { try file.append(bytes) } catch { fault = error }
                    }
                    if let fault { throw fault }
                    files.append(file)
                    texts.append("/proc/\(getpid())/fd/\(file.descriptor)")
                } catch {
                    throw .store(
                        code: "no_temporary_file", reason: "cannot write a temporary file: \(error.reason)")
                }
            }
        }
    }
}
