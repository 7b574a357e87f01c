import AggProcess
import AggSource
import Foundation
import Synchronization

/// Runs programs as agg does and returns their outcome.
enum Programs {
    /// The outcome of a run.
    struct Outcome: Sendable {
        let output: String
        let result: Result<ProgramEnd, SourceError>

        var end: ProgramEnd? { try? result.get() }

        var error: SourceError? {
            if case .failure(let error) = result { error } else { nil }
        }
    }

    static func shell(
        _ text: String, idle: Duration = .seconds(60), limit: Duration = .seconds(60),
        grace: Duration = .milliseconds(300), environment: [String: String] = ["PATH": "/usr/bin:/bin"]
    ) async -> Outcome {
        await run(
            Program("sh", ["-c", .text(text)], environment: environment, idleTimeout: idle, runTimeout: limit), grace)
    }

    static func run(
        _ program: Program, _ grace: Duration = .milliseconds(300),
        reading read: ([UInt8]) async throws(SourceError) -> Void = { _ in }
    ) async -> Outcome {
        var output: [UInt8] = []
        do throws(SourceError) {
            let end = try await SubprocessRunner(grace: grace).run(program) { piece throws(SourceError) in
                output += piece
                try await read(piece)
            }
            return Outcome(output: String(decoding: output, as: UTF8.self), result: .success(end))
        } catch {
            return Outcome(output: String(decoding: output, as: UTF8.self), result: .failure(error))
        }
    }
}
