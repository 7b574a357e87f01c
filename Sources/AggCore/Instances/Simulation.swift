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

    /// Makes the simulation that a configuration asks for, over one for all sources; nil where neither is wanted.
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
