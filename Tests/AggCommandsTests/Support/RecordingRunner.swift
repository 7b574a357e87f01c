import AggSource
import Synchronization

/// Runs no program, but records what a shell command would get on its standard input.
final class RecordingRunner: ProgramRunner {
    struct Run {
        var command: String
        var input: String
    }

    private let state: Mutex<(runs: [Run], failures: Int)>

    /// A runner whose first runs fail.
    init(failures: Int = 0) {
        state = Mutex(([], failures))
    }

    var runs: [Run] { state.withLock { $0.runs } }

    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        var run = Run(command: "", input: "")
        for (argument, next) in zip(program.arguments, program.arguments.dropFirst()) {
            guard case .file(let bytes) = argument, case .text(let command) = next else { continue }
            run = Run(command: command, input: String(decoding: bytes, as: UTF8.self))
        }
        return state.withLock { state in
            state.runs.append(run)
            guard state.failures > 0 else { return ProgramEnd(.exited(0)) }
            state.failures -= 1
            return ProgramEnd(.exited(3))
        }
    }
}
