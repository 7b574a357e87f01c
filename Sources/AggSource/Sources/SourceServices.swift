public import Foundation

/// What the program provides to a source: HTTP, the time, the environment's tokens, and progress reporting.
public struct SourceServices: Sendable {
    /// The HTTP port.
    public var http: any HTTPClient
    /// The clock.
    public var clock: WallClock
    /// The environment variables, for tokens.
    public var environment: [String: String]
    /// Receives the progress of the load.
    public var progress: ProgressReporter
    /// The source of random numbers from 0 up to 1; tests replace it.
    package var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Runs programs.
    public var programs: any ProgramRunner
    /// Receives every secret that the log must mask.
    package var learnSecret: @Sendable (String) -> Void = { _ in }
    /// The longest wait for a rate limit that the HTTP port does not know about; zero to never wait.
    public var maxWait: Duration

    /// Creates services.
    public init(
        http: any HTTPClient,
        clock: WallClock = .system,
        environment: [String: String] = [:],
        progress: ProgressReporter = .silent,
        maxWait: Duration = .zero,
        programs: any ProgramRunner = NoPrograms()
    ) {
        self.http = http
        self.clock = clock
        self.environment = environment
        self.progress = progress
        self.maxWait = maxWait
        self.programs = programs
    }

    /// Sends a request, reporting its progress, and returns the final response.
    ///
    /// - Throws: Whatever `HTTPClient.send` throws.
    public func send(_ request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        try await http.send(request, progress: progress)
    }

    /// Runs a command that prints a secret, and masks the secret in the log from then on.
    ///
    /// - Throws: Whatever `SecretCommand.run` throws.
    public func secret(of command: SecretCommand) async throws(SourceError) -> String {
        let secret = try await command.run(by: programs, environment: environment)
        learnSecret(secret)
        return secret
    }
}

/// A clock for the current time, which tests can replace.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a clock from a function.
    public init(_ now: @escaping @Sendable () -> Date) {
        read = now
    }

    /// The current time.
    public var now: Date { read() }

    /// The system clock.
    public static let system = WallClock { Date() }
}
