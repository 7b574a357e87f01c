import AggSource
import Synchronization

/// Runs no program, but records what a shell command would get on its standard input.
final class RecordingRunner: ProgramRunner {
    struct Run {
        var command: String
        var input: String
    }

    private let state: Mutex<(runs: [Run], failures: Int)>

    private let error: SourceError?

    /// A runner whose first runs fail, or whose runs all end with an error.
    init(failures: Int = 0, error: SourceError? = nil) {
        state = Mutex(([], failures))
        self.error = error
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
        state.withLock { $0.runs.append(run) }
        if let error { throw error }
        return state.withLock { state in
            guard state.failures > 0 else { return ProgramEnd(.exited(0)) }
            state.failures -= 1
            return ProgramEnd(.exited(3))
        }
    }
}
