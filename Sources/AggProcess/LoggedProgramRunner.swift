package import AggSource
package import Logging

/// A runner that logs the name, exit status, and time of every program.
///
/// Arguments, environment, and output are not logged, since they may contain secrets.
package struct LoggedProgramRunner: ProgramRunner {
    private let runner: any ProgramRunner
    private let logger: Logger

    /// Creates a runner that passes programs to another one.
    package init(_ runner: any ProgramRunner, logger: Logger) {
        self.runner = runner
        self.logger = logger
    }

    /// Runs a program with the other runner.
    ///
    /// - Throws: Whatever the other runner throws.
    package func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        logger.debug("RUN \(program.name)")
        let started = ContinuousClock.now
        do throws(SourceError) {
            let end = try await runner.run(program, reading: read)
            let cause =
                switch end.cause {
                case .exited(let status): "status \(status)"
                case .killed(let signal): "signal \(signal)"
                }
            logger.info("RUN \(program.name), \(cause), \(Self.time(started))")
            return end
        } catch {
            logger.warning("RUN \(program.name) failed after \(Self.time(started)): \(error.reason())")
            throw error
        }
    }

    private static func time(_ started: ContinuousClock.Instant) -> String {
        "\(Int(clamping: ((.now - started).seconds * 1_000).rounded())) ms"
    }
}
