/// The port for running programs: starts one, passes on its output, and waits for it to end.
///
/// A conformer gives the program its own process group, no terminal, and no standard input. If it stops the program
/// (the task was canceled, a limit was reached, or the reader threw), it ends the whole group: first with SIGTERM, then
/// with SIGKILL. It also ends any processes that a finished program leaves behind.
public protocol ProgramRunner: Sendable {
    /// Runs a program to its end, passing its standard output to the reader piece by piece.
    ///
    /// - Returns: How the program ended; a program that was stopped throws instead.
    /// - Throws: `SourceError.program` if it cannot be started, `.timedOut` at a limit, `.cancelled`, and whatever the
    ///   reader throws.
    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd
}

/// A runner that never runs a program and throws the reason.
public struct NoPrograms: ProgramRunner {
    private let reason: SourceError

    /// Creates a runner that always throws an error.
    public init(_ reason: SourceError = .refused("running programs is not supported")) {
        self.reason = reason
    }

    /// Throws the runner's error without starting anything.
    ///
    /// - Throws: The runner's error, always.
    public func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        throw reason
    }
}
