import AggSource

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
