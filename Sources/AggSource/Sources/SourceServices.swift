public import Foundation

/// What a source may use of the program: its way outside, the time, the environment's tokens, and where to say how far it is.
public struct SourceServices: Sendable {
    /// The port to what is outside.
    public var http: any HTTPClient
    /// The time of day.
    public var clock: WallClock
    /// The environment variables, for tokens.
    public var environment: [String: String]
    /// Where the load says how far it is.
    public var progress: ProgressReporter
    /// Where chance comes from, from 0 up to 1; tests give one that they know.
    package var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Runs a command and gives the first line of its output; nil if no command is to be run.
    package var runTokenCommand: (@Sendable (String) async throws(SourceError) -> String)?
    /// The longest that a source may wait for a rate limit which the HTTP port does not know; zero for not at all.
    public var maxWait: Duration

    /// Makes services.
    public init(
        http: any HTTPClient,
        clock: WallClock = .system,
        environment: [String: String] = [:],
        progress: ProgressReporter = .silent,
        maxWait: Duration = .zero
    ) {
        self.http = http
        self.clock = clock
        self.environment = environment
        self.progress = progress
        self.maxWait = maxWait
    }

    /// Sends a request and returns its final answer, its progress told.
    ///
    /// - Throws: What `HTTPClient.send` throws.
    public func send(_ request: HTTPRequest) async throws(SourceError) -> HTTPResponse {
        try await http.send(request, progress: progress)
    }
}

/// The time of day as a value that tests can set.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock of a function.
    public init(_ now: @escaping @Sendable () -> Date) {
        read = now
    }

    /// The time now.
    public var now: Date { read() }

    /// The clock of the machine.
    public static let system = WallClock { Date() }
}
