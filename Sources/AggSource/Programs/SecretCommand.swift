/// A command that prints a secret, such as a token, as its first line.
///
/// Its output is never logged, and its errors are not shown.
public struct SecretCommand: Hashable, Sendable {
    /// The program and its arguments.
    public let arguments: [String]
    /// How long it may run.
    public var timeout: Duration = .seconds(20)

    /// The maximum length of a secret, in bytes.
    private static let greatestLength = 65_536

    /// Creates a command from a program and its arguments.
    public init(_ arguments: [String]) {
        self.arguments = arguments
    }

    /// Creates a command for the system's shell to run.
    public init(shell text: String) {
        self.init(["/bin/sh", "-c", text])
    }

    /// Runs the command and returns the first line it prints, without surrounding whitespace.
    ///
    /// - Throws: `SourceError.unauthorized` with a phrase that says what went wrong, such as “exited with status 1”;
    ///   `.cancelled`; `.offline` or `.refused` if programs cannot be run.
    public func run(
        by programs: any ProgramRunner, environment: [String: String]
    ) async throws(SourceError) -> String {
        let program = Program(
            arguments.first ?? "", arguments.dropFirst().map(Program.Argument.text), environment: environment,
            idleTimeout: timeout, runTimeout: timeout)
        var line: [UInt8] = []
        var isWhole = false
        do {
            let end = try await programs.run(program) { piece throws(SourceError) in
                if isWhole { return }
                let part = piece.prefix { $0 != UInt8(ascii: "\n") }
                line += part
                isWhole = part.count < piece.count || line.count > Self.greatestLength
            }
            try check(end, line)
        } catch .timedOut {
            throw .unauthorized("did not finish within \(timeout.components.seconds) s")
        } catch .program(let reason) {
            throw .unauthorized("failed: \(reason)")
        } catch let error {
            throw error
        }
        let text = String(decoding: line, as: UTF8.self)
        return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    private func check(_ end: ProgramEnd, _ line: [UInt8]) throws(SourceError) {
        switch end.cause {
        case .exited(0) where line.count > Self.greatestLength:
            throw .unauthorized("printed a first line longer than \(Self.greatestLength) bytes")
        case .exited(0): return
        case .exited(let status): throw .unauthorized("exited with status \(status)")
        case .killed(let signal): throw .unauthorized("was killed by signal \(signal)")
        }
    }
}
