/// The port to programs: starts one, hands over what it prints, and waits for its end.
///
/// A conformer gives the program a process group of its own, no terminal, and no standard input. If it stops the program
/// (the task was canceled, a limit was reached, or the reader threw), it ends the whole group: first with SIGTERM, then with
/// SIGKILL. What a program leaves behind when it ends by itself is ended with it.
public protocol ProgramRunner: Sendable {
    /// Runs a program to its end, and hands over what it prints on standard output piece by piece.
    ///
    /// - Returns: How the program ended; never if it was stopped.
    /// - Throws: `SourceError.program` if it cannot be started, `.timedOut` at a limit, `.cancelled`, and whatever the
    ///   reader throws.
    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd
}

/// Runs no program, and says why.
public struct NoPrograms: ProgramRunner {
    private let reason: SourceError

    /// Creates a runner that always throws an error.
    public init(_ reason: SourceError = .refused("cannot run programs here")) {
        self.reason = reason
    }

    /// Starts nothing.
    ///
    /// - Throws: The runner's error, always.
    public func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        throw reason
    }
}
