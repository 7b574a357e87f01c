/// A program to run: its arguments, its environment, and how long it may take.
public struct Program: Hashable, Sendable {
    /// An argument of a program.
    public enum Argument: Hashable, Sendable, ExpressibleByStringLiteral {
        /// A text.
        case text(String)
        /// The path of an unnamed temporary file with these bytes; nothing of it remains after the run.
        case file([UInt8])

        /// Creates a text argument.
        public init(stringLiteral text: String) { self = .text(text) }
    }

    /// The path of the program, or a name to look up in the `PATH` of its environment.
    public var path: String
    /// The arguments; no shell interprets them.
    public var arguments: [Argument]
    /// The complete environment.
    public var environment: [String: String]
    /// How long it may run without printing anything.
    public var idleTimeout: Duration
    /// How long it may run in total.
    public var runTimeout: Duration

    /// Creates a program.
    public init(
        _ path: String,
        _ arguments: [Argument] = [],
        environment: [String: String] = [:],
        idleTimeout: Duration = .seconds(60),
        runTimeout: Duration = .seconds(600)
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        self.idleTimeout = idleTimeout
        self.runTimeout = runTimeout
    }

    /// The name of the program: the last component of its path.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// How a program ended on its own.
public struct ProgramEnd: Hashable, Sendable {
    /// Why it ended.
    public enum Cause: Hashable, Sendable {
        /// It exited with this status.
        case exited(Int32)
        /// It was killed by this signal.
        case killed(Int32)
    }

    /// Why it ended.
    public var cause: Cause
    /// The last part of its standard error.
    public var lastErrors: String

    /// Whether processes that it had started kept its output open without writing; those still in its group were killed.
    public var hadLeftovers: Bool

    /// Creates an end.
    public init(_ cause: Cause, lastErrors: String = "", hadLeftovers: Bool = false) {
        self.cause = cause
        self.lastErrors = lastErrors
        self.hadLeftovers = hadLeftovers
    }

    /// Notes to show with every answer from the output of a program that ended like this.
    public func notes(on program: Program) -> [String] {
        guard hadLeftovers else { return [] }
        return [
            "\(program.name) ended, but a process that it started kept the output open, so agg stopped waiting; "
                + "rows may be missing"
        ]
    }

    /// Returns normally if the program exited with status 0.
    ///
    /// - Throws: `SourceError.program` with the status or the signal, and the last line of standard error, if any.
    public func requireSuccess(of program: Program) throws(SourceError) {
        let lines = lastErrors.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let reason = lines.last.map { ": \($0.prefix(300))" } ?? ""
        switch cause {
        case .exited(0): return
        case .exited(let status): throw .program("\(program.name) exited with status \(status)\(reason)")
        case .killed(let signal): throw .program("\(program.name) was killed by signal \(signal)\(reason)")
        }
    }
}
