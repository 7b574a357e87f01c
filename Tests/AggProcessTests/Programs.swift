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

    /// Whether a killed process is gone; its parent may learn of that late.
    static func isGone(_ id: String) async -> Bool {
        for _ in 1...500 {
            let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
            guard let text, !text.contains(") Z ") else { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}
