/// A program to run: its arguments, its environment, and how long it may take.
public struct Program: Hashable, Sendable {
    /// An argument of a program.
    public enum Argument: Hashable, Sendable, ExpressibleByStringLiteral {
        /// A text.
        case text(String)
        /// The path of a file with these bytes that has no name of its own, so that nothing is left of it after the run.
        case file([UInt8])

        /// Creates an argument of a text.
        public init(stringLiteral text: String) { self = .text(text) }
    }

    /// Its path, or its name in the `PATH` of its environment.
    public var path: String
    /// What it is given; no shell reads it.
    public var arguments: [Argument]
    /// Its whole environment.
    public var environment: [String: String]
    /// How long it may print nothing.
    public var idleTimeout: Duration
    /// How long it may run in all.
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

    /// The name of the program, without the folders of its path.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// How a program ended by itself.
public struct ProgramEnd: Hashable, Sendable {
    /// What it ended with.
    public enum Cause: Hashable, Sendable {
        /// A status.
        case exited(Int32)
        /// A signal.
        case killed(Int32)
    }

    /// What it ended with.
    public var cause: Cause
    /// The end of what it wrote to standard error.
    public var lastErrors: String

    /// Creates an end.
    public init(_ cause: Cause, lastErrors: String = "") {
        self.cause = cause
        self.lastErrors = lastErrors
    }

    /// Returns normally if the program ended with status 0.
    ///
    /// - Throws: `SourceError.program` with the status or the signal, and the last line of standard error if there is one.
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
