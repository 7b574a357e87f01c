package import AggSource

/// A stand-in for what is outside: a source then answers from its starter sample and fails as often as it is told, for
/// trying the fallback and for demonstrations.
package struct Simulation: Hashable, Sendable {
    /// How many loads of 1 fail.
    package var errorRate: Double
    /// How long every answer takes.
    package var latency: Duration

    /// Makes a simulation.
    package init(errorRate: Double, latency: Duration = .zero) {
        self.errorRate = errorRate
        self.latency = latency
    }

    /// Makes the simulation that a configuration asks for, over one for all sources; nil if neither is wanted.
    init?(_ configuration: SourceConfiguration, over all: Simulation?) {
        let rate = configuration.decimal("simulate.error_rate")
        let latency = configuration.duration("simulate.latency")
        guard rate != nil || latency != nil || all != nil else { return nil }
        self.init(errorRate: rate ?? all?.errorRate ?? 0, latency: latency ?? all?.latency ?? .zero)
    }

    /// The range of a rate.
    package static let rates = 0.0...1.0

    /// The parameters that switch it on for one source.
    package static let parameters = [
        Parameter(
            "simulate.error_rate", .decimal(rates),
            help: "Answer from the starter sample, and fail so often, from 0 to 1."),
        Parameter("simulate.latency", .duration, help: "Answer from the starter sample, and only after this time."),
    ]
}

/// A decorator of the way outside that answers from a sample, or fails, after a while.
struct SimulatedClient: HTTPClient {
    /// What answers where it does not fail: the sample, or the real way outside for a source without one.
    let answers: any HTTPClient
    let latency: Duration
    /// Whether every request of this load fails.
    let fails: Bool

    /// Draws once whether the load fails.
    init(_ simulation: Simulation, answers: any HTTPClient, chance: Double) {
        self.answers = answers
        latency = simulation.latency
        fails = chance < simulation.errorRate
    }

    func send(_ request: HTTPRequest, progress: ProgressReporter) async throws(SourceError) -> HTTPResponse {
        if latency > .zero {
            do { try await Task.sleep(for: latency) } catch { throw .cancelled }
        }
        if fails { throw .http(status: 503, detail: "simulated") }
        return try await answers.send(request, progress: progress)
    }
}
