package import AggSource

/// A simulated network: the source answers from its starter sample and fails at a given rate, to try out the fallback
/// and for demonstrations.
package struct Simulation: Hashable, Sendable {
    /// The fraction of loads that fail, 0 to 1.
    package var errorRate: Double
    /// The delay of every response.
    package var latency: Duration

    /// Creates a simulation.
    package init(errorRate: Double, latency: Duration = .zero) {
        self.errorRate = errorRate
        self.latency = latency
    }

    /// Creates the configured simulation, with defaults from the one for all sources; nil if there is neither.
    init?(_ configuration: SourceConfiguration, over all: Simulation?) {
        let rate = configuration.decimal("simulate.error_rate")
        let latency = configuration.duration("simulate.latency")
        guard rate != nil || latency != nil || all != nil else { return nil }
        self.init(errorRate: rate ?? all?.errorRate ?? 0, latency: latency ?? all?.latency ?? .zero)
    }

    /// The valid range of an error rate.
    package static let rates = 0.0...1.0

    /// The parameters that enable it for one source.
    package static let parameters = [
        Parameter(
            "simulate.error_rate", .decimal(rates),
            help: "Simulate refreshes: load the starter sample, and fail at this rate (0 to 1)."),
        Parameter("simulate.latency", .duration, help: "Simulate refreshes: load the starter sample after this delay."),
    ]
}

/// An HTTP client that answers from a sample, or fails, after a delay.
struct SimulatedClient: HTTPClient {
    /// The client that answers unless it fails: the sample, or the real client for a source without one.
    let answers: any HTTPClient
    let latency: Duration
    /// Whether every request of this load fails.
    let fails: Bool

    /// Decides once, at random, whether the load fails.
    init(_ simulation: Simulation, answers: any HTTPClient, chance: Double) {
        self.answers = answers
        latency = simulation.latency
        fails = chance < simulation.errorRate
    }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        try await begin()
        return try await answers.send(request, progress: progress)
    }

    /// Waits, then fails if this load fails.
    func begin() async throws(SourceError) {
        if latency > .zero {
            do { try await Task.sleep(for: latency) } catch { throw .cancelled }
        }
        if fails { throw .simulated }
    }
}

/// Runs the programs of a simulated source: fails, or starts them after a delay, as its requests do.
struct SimulatedPrograms: ProgramRunner {
    let client: SimulatedClient
    let programs: any ProgramRunner

    func run(
        _ program: Program, reading read: ([UInt8]) async throws(SourceError) -> Void
    ) async throws(SourceError) -> ProgramEnd {
        try await client.begin()
        return try await programs.run(program, reading: read)
    }
}
